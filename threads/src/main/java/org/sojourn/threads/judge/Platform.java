package org.sojourn.threads.judge;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * What of the platform code may use wherever it runs: what has no state but that of its own objects, asks nobody outside, hands objects to
 * no other thread, and comes to the same at each place of a run. It is a list; what isn't on it stays at home.
 */
final class Platform {
    private static final String CALLS = "org/sojourn/threads/calls/";

    /** Called where frames may leave, and so in what initialisers call; it comes to nothing there. */
    private static final String PASSAGE = CALLS + "Passage";

    private static final Set<String> TYPES = Set.of(
            "java/lang/Math",
            "java/lang/StrictMath",
            "java/lang/String",
            "java/lang/StringBuilder",
            "java/lang/CharSequence",
            "java/lang/Comparable",
            "java/lang/Iterable",
            "java/lang/Number",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Short",
            "java/lang/Byte",
            "java/lang/Character",
            "java/lang/Boolean",
            "java/lang/Float",
            "java/lang/Double",
            "java/lang/Record",
            "java/lang/Runnable",
            "java/math/BigInteger",
            "java/math/BigDecimal",
            "java/math/MathContext",
            "java/math/RoundingMode",
            "java/util/Arrays",
            "java/util/Objects",
            "java/util/Optional",
            "java/util/OptionalInt",
            "java/util/OptionalLong",
            "java/util/OptionalDouble",
            "java/util/BitSet",
            "java/util/StringJoiner",
            "java/util/Collection",
            "java/util/SequencedCollection",
            "java/util/List",
            "java/util/ArrayList",
            "java/util/LinkedList",
            "java/util/Queue",
            "java/util/Deque",
            "java/util/ArrayDeque",
            "java/util/PriorityQueue",
            "java/util/Set",
            "java/util/HashSet",
            "java/util/LinkedHashSet",
            "java/util/SortedSet",
            "java/util/NavigableSet",
            "java/util/TreeSet",
            "java/util/Map",
            "java/util/Map$Entry",
            "java/util/HashMap",
            "java/util/LinkedHashMap",
            "java/util/SortedMap",
            "java/util/NavigableMap",
            "java/util/TreeMap",
            "java/util/Iterator",
            "java/util/ListIterator",
            "java/util/PrimitiveIterator$OfInt",
            "java/util/Comparator",
            "java/util/Locale",
            "java/util/concurrent/Callable");

    /** Of types not all of which may be used. */
    private static final Set<String> MEMBERS = Set.of(
            "java/lang/Object.<init>",
            "java/lang/Object.getClass",
            "java/lang/Object.equals",
            "java/lang/Class.getName",
            "java/lang/Class.getSimpleName",
            "java/lang/Class.isInstance",
            "java/lang/Class.cast",
            "java/lang/Class.desiredAssertionStatus",
            "java/lang/Class.isArray",
            "java/lang/Enum.<init>",
            "java/lang/Enum.name",
            "java/lang/Enum.ordinal",
            "java/lang/Enum.compareTo",
            "java/lang/Enum.equals",
            "java/lang/Enum.toString",
            "java/lang/Enum.valueOf",
            "java/lang/Enum.getDeclaringClass",
            "java/lang/System.arraycopy",
            "java/lang/System.lineSeparator",
            "java/lang/Thread.getName",
            "java/lang/Thread.getPriority",
            "java/lang/Thread.isDaemon",
            "java/lang/Thread.toString",
            "java/lang/Thread.yield",
            "java/lang/Thread.onSpinWait",
            "java/io/PrintStream.print",
            "java/io/PrintStream.println",
            "java/io/PrintStream.printf",
            "java/io/PrintStream.format",
            "java/io/PrintStream.append",
            "java/io/PrintStream.flush",
            "java/io/PrintStream.write",
            "java/util/Collections.sort",
            "java/util/Collections.reverse",
            "java/util/Collections.swap",
            "java/util/Collections.min",
            "java/util/Collections.max",
            "java/util/Collections.emptyList",
            "java/util/Collections.nCopies",
            "java/util/Collections.reverseOrder",
            "java/util/Collections.addAll",
            "java/util/Collections.unmodifiableList",
            "java/util/concurrent/FutureTask.<init>",
            "java/util/concurrent/FutureTask.run",
            "java/util/concurrent/FutureTask.get");

    /** Of types that may be used, what hands work to other threads, isn't the same at each call, or shows where objects are. */
    private static final Set<String> EXCEPT = Set.of(
            "java/lang/Math.random",
            "java/lang/StrictMath.random",
            "java/util/Collection.parallelStream",
            "java/lang/Integer.getInteger",
            "java/lang/Long.getLong",
            "java/lang/Boolean.getBoolean",
            "java/util/Locale.setDefault",
            "java/util/Objects.toIdentityString",
            "java/util/stream/StreamSupport.stream",
            "java/util/stream/StreamSupport.intStream",
            "java/util/stream/StreamSupport.longStream",
            "java/util/stream/StreamSupport.doubleStream",
            "java/util/stream/Gatherers.mapConcurrent");

    /** Of types that may be used, what calls its last argument, and has done so when it returns. */
    private static final Set<String> AT_ONCE = Set.of(
            "forEach",
            "forEachOrdered",
            "forEachRemaining",
            "ifPresent",
            "removeIf",
            "replaceAll",
            "setAll",
            "sort",
            "merge",
            "compute",
            "computeIfAbsent",
            "computeIfPresent");

    private Platform() {}

    /** Whether a method calls its last argument before it returns, and doesn't keep it. */
    static boolean callsAtOnce(String owner, String name) {
        return AT_ONCE.contains(name) && (TYPES.contains(owner) || owner.startsWith("java/util/stream/"));
    }

    /** Why a method may not be called; empty if it may. */
    static String flaw(String owner, String name) {
        String member = owner + "." + name;
        if (owner.startsWith("[")) {
            return name.equals("hashCode") || name.equals("toString") ? shows(member) : "";
        }
        if (owner.startsWith(CALLS) || MEMBERS.contains(member)) {
            return "";
        }
        if (name.startsWith("parallel") || EXCEPT.contains(member)) {
            return refused(member);
        }
        if (TYPES.contains(owner) || owner.startsWith("java/util/function/") || owner.startsWith("java/util/stream/")) {
            return "";
        }
        if (isThrowable(owner)) {
            return Set.of("printStackTrace", "getStackTrace", "setStackTrace").contains(name) ? refused(member) : "";
        }
        return refused(member);
    }

    /** The same for code that runs once at each place, and must come to the same there. */
    static String flawOfInitialiser(String owner, String name) {
        boolean isOutside = owner.startsWith(CALLS) && !owner.equals(PASSAGE)
                || owner.equals("java/io/PrintStream")
                || owner.equals("java/lang/Thread");
        return isOutside ? refused(owner + "." + name) : flaw(owner, name);
    }

    private static String shows(String member) {
        return member.replace('/', '.') + " shows where an object is, which is another place's matter";
    }

    private static String refused(String member) {
        return "calls " + member.replace('/', '.') + ", which isn't known to come to the same at each place";
    }

    /** Whether a constant of a type of the platform may be read. */
    static boolean mayRead(String owner) {
        return TYPES.contains(owner);
    }

    /** Whether there is a class. */
    static boolean has(String name) {
        return find(name) != null;
    }

    static boolean isThrowable(String name) {
        if (!name.startsWith("java/lang/") && !name.startsWith("java/util/")) {
            return false;
        }
        Class<?> found = find(name);
        return found != null && Throwable.class.isAssignableFrom(found);
    }

    /** Whether objects of a class have hash codes that aren't computed of what they are. Of an abstract one that isn't known. */
    static boolean isHashedByIdentity(String name) {
        Class<?> found = find(name);
        try {
            return found != null
                    && found != Object.class
                    && !Modifier.isAbstract(found.getModifiers())
                    && found.getMethod("hashCode").getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /**
     * Names and descriptors of the methods that a class of the platform lets others override, and may call. It calls no {@code clone} of
     * what it doesn't know.
     */
    static Set<String> instanceMethods(String name) {
        Set<String> all = new HashSet<>();
        Class<?> found = find(name);
        if (found == null) {
            return all;
        }
        for (Method method : found.getMethods()) {
            if (!Modifier.isStatic(method.getModifiers())) {
                all.add(method.getName() + Type.getMethodDescriptor(method));
            }
        }
        for (Class<?> at = found; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                int modifiers = method.getModifiers();
                boolean isOthers = Modifier.isProtected(modifiers) && !Modifier.isStatic(modifiers);
                if (isOthers && !(at == Object.class && method.getName().equals("clone"))) {
                    all.add(method.getName() + Type.getMethodDescriptor(method));
                }
            }
        }
        return all;
    }

    private static @Nullable Class<?> find(String name) {
        try {
            return Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
