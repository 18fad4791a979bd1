package org.sojourn.net.codec;

import java.io.Externalizable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Reference;

/**
 * Which class travels in which way: as itself, by a {@linkplain Form form}, in the slot of another class, or not at
 * all. Both libraries ask here, by class at the sender and, before any look-up, by name at the receiver.
 */
final class Shapes {
    private static final Set<String> HOOKS =
            Set.of("writeObject", "readObject", "readObjectNoData", "writeReplace", "readResolve");

    /** Classes nested deeper than this by their declarations aren't looked at. */
    private static final int SHALLOW = 8;

    private final CodecOptions options;
    private final Map<Class<?>, Form> substitutes;
    private final Set<String> substituted;
    private final Map<Class<?>, Boolean> shallow = new ConcurrentHashMap<>();
    private final Map<Class<?>, Optional<String>> objections = new ConcurrentHashMap<>();

    /** Whether a class is the one that a receiver finds by its name. */
    private final Map<Class<?>, Boolean> found = new ConcurrentHashMap<>();

    Shapes(CodecOptions options) {
        this.options = options;
        this.substitutes = options.substitutes().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Substitute::type, (Substitute<?, ?> s) -> new SubstituteForm<>(s)));
        this.substituted = substitutes.keySet().stream().map(Class::getName).collect(Collectors.toUnmodifiableSet());
    }

    /** The form by which a class is written, or null if the library writes it. */
    @Nullable
    Form formOf(Class<?> type) {
        if (type == ReferenceSlot.class || Reference.class.isAssignableFrom(type)) {
            return new ReferenceForm();
        }
        if (type == LambdaParts.class) {
            return new LambdaParts.LambdaForm();
        }
        Form substitute = substitutes.get(type);
        if (substitute != null) {
            return substitute;
        }
        if (Throwable.class.isAssignableFrom(type)) {
            return slotOf(type) == type && type != ForeignFailure.class
                    ? ThrowableForm.of(type)
                    : ThrowableForm.foreign();
        }
        return ValueForms.formOf(type);
    }

    /** The class whose number is written for a class. */
    Class<?> slotOf(Class<?> type) {
        if (Reference.class.isAssignableFrom(type)) {
            // where a final class is declared, Fory insists on its own number
            boolean own = Modifier.isFinal(type.getModifiers()) && travelsByName(type);
            return own ? type : ReferenceSlot.class;
        }
        if (Throwable.class.isAssignableFrom(type) && !substitutes.containsKey(type)) {
            boolean itself = travelsByName(type) && !ThrowableForm.hidesCause(type);
            return itself && !options.refused().test(type) ? type : ForeignFailure.class;
        }
        Class<?> slot = substitutes.containsKey(type) ? null : ValueForms.slotOf(type);
        return slot == null ? type : slot;
    }

    /** Why an object doesn't travel with a part, or in a message if that is null; null if it does. */
    @Nullable
    String objection(Object value, @Nullable Object body) {
        if (value == body) {
            return objectionToBody(value.getClass());
        }
        String toClass = objection(value.getClass());
        Form form = toClass == null ? formOf(value.getClass()) : null;
        return form == null ? toClass : form.objection(value);
    }

    /** Why objects of a class don't travel, as the end of a sentence that begins with its name; null if they do. */
    @Nullable
    String objection(Class<?> type) {
        return objections
                .computeIfAbsent(type, key -> Optional.ofNullable(object(key)))
                .orElse(null);
    }

    /** Whether objects of a class travel only as the bodies of parts that move. */
    boolean isBody(Class<?> type) {
        return options.refused().test(type);
    }

    /** Why the body of a part doesn't travel though it moves, as the end of a sentence; null if it does. */
    @Nullable
    String objectionToBody(Class<?> type) {
        return type.isHidden() ? "is a class made at run time, which no other place has" : objectionToContent(type);
    }

    private @Nullable String object(Class<?> type) {
        if (type.isPrimitive() || formOf(type) != null) {
            return null;
        }
        if (type.isArray()) {
            Class<?> element = type;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            return element.isPrimitive() || substitutes.containsKey(element) ? null : objectionToName(element);
        }
        if (Lambdas.isLambda(type)) {
            return "is a lambda, and lambdas can't be messages; use a record, or pass it as a factory or task";
        }
        if (Proxy.isProxyClass(type) || type.isHidden()) {
            return "is a class made at run time, which no other place has; use a class of the program";
        }
        if (isBody(type)) {
            return "never travels; send its handle";
        }
        return objectionToContent(type);
    }

    private @Nullable String objectionToContent(Class<?> type) {
        String objection = objectionToName(type);
        if (objection == null) {
            objection = objectionToHooks(type);
        }
        return objection != null ? objection : objectionToFields(type);
    }

    /** The part of {@link #objection} that looks at the name, and at what a receiver makes of it. */
    @Nullable
    String objectionToName(Class<?> type) {
        if (!options.allow().permits(type.getName())) {
            return TravelAdvice.of(type);
        }
        return isFound(type)
                ? null
                : "may not travel: no other place finds it by its name, for it was made at run time, or by a class"
                        + " loader of the program; use a class of the program's class path";
    }

    private boolean travelsByName(Class<?> type) {
        return options.allow().permits(type.getName()) && isFound(type);
    }

    /** The name of a class of another loader, or of a hidden one, means nothing or another class at a receiver. */
    private boolean isFound(Class<?> type) {
        return found.computeIfAbsent(type, key -> {
            try {
                return Class.forName(key.getName(), false, options.loader()) == key;
            } catch (ClassNotFoundException | LinkageError e) {
                return false;
            }
        });
    }

    private @Nullable String objectionToHooks(Class<?> type) {
        if (type.getName().startsWith("java.") || type.isEnum()) {
            return null;
        }
        if (Externalizable.class.isAssignableFrom(type)) {
            return "may not travel (it is java.io.Externalizable, which is not called here): send a record in its"
                    + " place";
        }
        for (Class<?> c = type; c != null && !c.getName().startsWith("java."); c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (HOOKS.contains(method.getName()) && !Modifier.isStatic(method.getModifiers())) {
                    return "may not travel (it declares " + method.getName()
                            + ", which is not called here): send a record in its place";
                }
            }
        }
        return null;
    }

    /** A field that can't hold what its values would come as. */
    private @Nullable String objectionToFields(Class<?> type) {
        for (Class<?> c = type; c != null && !c.getName().startsWith("java."); c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                Class<?> declared = field.getType();
                Class<?> slot = slotOf(declared);
                boolean travels = (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0;
                boolean fits = declared.isAssignableFrom(slot)
                        || (slot == ReferenceSlot.class && !Modifier.isFinal(declared.getModifiers()));
                if (travels && !fits) {
                    return "may not travel (its field " + field.getName() + " is declared as " + declared.getName()
                            + ", which may not): declare it as "
                            + (slot == ReferenceSlot.class ? "an interface" : "Throwable");
                }
            }
        }
        return null;
    }

    /** Whether no object of the class can be nested deeply, by the types of its fields. */
    boolean isShallow(Class<?> type) {
        Boolean known = shallow.get(type);
        if (known == null) {
            known = isShallow(type, 0);
            shallow.put(type, known);
        }
        return known;
    }

    private static boolean isShallow(Class<?> type, int nesting) {
        if (type.isPrimitive() || type.isEnum() || type == String.class) {
            return true;
        }
        if (type.isArray()) {
            return nesting < SHALLOW && isShallow(type.getComponentType(), nesting + 1);
        }
        if (type.getName().startsWith("java.")) {
            return Modifier.isFinal(type.getModifiers()) && (Number.class.isAssignableFrom(type) || isTime(type));
        }
        boolean simple = nesting < SHALLOW && Modifier.isFinal(type.getModifiers());
        for (Class<?> c = type; simple && c != null && c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                simple &= (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) != 0
                        || isShallow(field.getType(), nesting + 1);
            }
        }
        return simple;
    }

    private static boolean isTime(Class<?> type) {
        return type.getPackageName().equals("java.time") || type == Character.class || type == Boolean.class;
    }

    /**
     * Looks up a class that a peer names, after its name passed the rule; null if there is none here. Whether its objects
     * travel is another question, asked when one comes: the class may only lend its code to a lambda.
     */
    @Nullable
    Class<?> lookUp(String name) {
        if (!permitsName(name)) {
            throw new MalformedException("class " + brief(name) + " may not travel: it is not of an allowed package");
        }
        Class<?> type;
        try {
            type = Class.forName(name, false, options.loader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
        if (ValueTypes.isPlatformFailure(name) && !Throwable.class.isAssignableFrom(type)) {
            throw new MalformedException("class " + brief(name) + " may not travel: it isn't an exception");
        }
        return type;
    }

    private boolean permitsName(String name) {
        return options.allow().permits(name) || substituted.contains(name);
    }

    /** Checks the functional interface of a lambda that came in. */
    void checkInterface(String name) {
        boolean known = name.startsWith("java.util.function.")
                || name.equals("java.lang.Runnable")
                || name.equals("java.util.concurrent.Callable")
                || name.equals("java.util.Comparator");
        if (!known && !name.startsWith("org.sojourn.") && !options.allow().permits(name)) {
            throw new MalformedException("functional interface " + brief(name) + " is not of an allowed package");
        }
    }

    CodecOptions options() {
        return options;
    }

    /** A name for a message: bounded, for it comes from outside. */
    static String brief(String name) {
        return name.length() <= 200 ? name : name.substring(0, 200) + "...";
    }
}
