package org.sojourn.mapping.code;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The classes that are analysed (the application), and those that they name: libraries beside them, and the running JDK.
 * The methods of the application and its libraries are read; of the JDK it is enough to know what classes extend.
 *
 * <p>Nothing here is loaded as a class. For one thread.
 */
public final class ClassFiles {
    /** What a class extends; {@code access} as in the class file. */
    private record Header(int access, @Nullable String above, List<String> interfaces) {}

    /**
     * A method with its class.
     *
     * @param type the class that declares it
     * @param node its code
     */
    public record Method(ClassNode type, MethodNode node) {
        /**
         * Returns what tells it from all others.
         *
         * @return class, name and descriptor
         */
        public String key() {
            return type.name + '.' + node.name + node.desc;
        }
    }

    /**
     * The one method of an interface that functions can be.
     *
     * @param name its name
     * @param desc its descriptor
     * @param isDeclared whether the interface says that it is for functions
     */
    public record FunctionMethod(String name, String desc, boolean isDeclared) {}

    private static final String FOR_FUNCTIONS = Type.getDescriptor(FunctionalInterface.class);
    private static final Set<String> OF_OBJECT = Set.of("equals", "hashCode", "toString");
    private static final int CONSTANT_INVOKE_DYNAMIC = 18;

    private static final int NO_FRAMES = ClassReader.SKIP_FRAMES;

    private final Map<String, byte[]> application;
    private final Map<String, byte[]> libraries;
    private final Function<String, byte @Nullable []> beyond;
    private final Map<String, ClassNode> read = new HashMap<>();
    private final Map<String, Header> headers = new ConcurrentHashMap<>();
    private final Set<String> missing = new TreeSet<>();
    private final Map<String, List<String>> ancestors = new HashMap<>();
    private final Map<String, @Nullable Method> methods = new HashMap<>();
    private final Map<String, Collection<Method>> implementations = new HashMap<>();
    private final Map<String, @Nullable FunctionMethod> functionMethods = new HashMap<>();
    private @Nullable Map<String, List<String>> below;
    private @Nullable Set<String> madeAsFunctions;

    /**
     * Makes a view of classes.
     *
     * @param application those to analyse, by internal name
     * @param libraries those that they use, by internal name
     * @param beyond finds any other class file, or null
     */
    public ClassFiles(
            Map<String, byte[]> application,
            Map<String, byte[]> libraries,
            Function<String, byte @Nullable []> beyond) {
        this.application = application;
        this.libraries = libraries;
        this.beyond = beyond;
    }

    /**
     * Finds a class file of the running JDK, or of this library.
     *
     * @param name the internal name
     * @return the class file, or null
     */
    public static byte @Nullable [] besideUs(String name) {
        ClassLoader loader = name.startsWith("org/sojourn/")
                ? ClassFiles.class.getClassLoader()
                : ClassLoader.getPlatformClassLoader();
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Returns the application.
     *
     * @return internal names, in order
     */
    public Set<String> names() {
        return application.keySet();
    }

    /**
     * Returns the names that were asked for and found nowhere.
     *
     * @return internal names, in order
     */
    public Set<String> missing() {
        return missing;
    }

    /**
     * Returns whether the methods of a class are read.
     *
     * @param name the internal name
     * @return whether it belongs to the application
     */
    public boolean isApplication(String name) {
        return application.containsKey(name);
    }

    /**
     * Returns whether calls into a class can be followed.
     *
     * @param name the internal name
     * @return whether it belongs to the application or to a library that was given
     */
    public boolean isFollowed(String name) {
        return application.containsKey(name) || libraries.containsKey(name);
    }

    /**
     * Returns the bytes of a class that can be followed.
     *
     * @param name the internal name
     * @return the class file, or null
     */
    public byte @Nullable [] bytes(String name) {
        byte[] bytes = application.get(name);
        return bytes == null ? libraries.get(name) : bytes;
    }

    /**
     * Returns whether anything is known of a class.
     *
     * @param name the internal name
     * @return whether its file was found
     */
    public boolean isKnown(String name) {
        return header(name) != null;
    }

    /**
     * Reads a class of the application or of a library.
     *
     * @param name the internal name
     * @return its methods and fields; null if it is neither
     */
    public @Nullable ClassNode read(String name) {
        ClassNode known = read.get(name);
        byte[] bytes = bytes(name);
        if (known != null || bytes == null) {
            return known;
        }
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, NO_FRAMES);
        read.put(name, node);
        return node;
    }

    private @Nullable Header header(String name) {
        Header known = headers.get(name);
        if (known != null || missing.contains(name) || name.startsWith("[")) {
            return known;
        }
        byte[] bytes = anyBytes(name);
        try {
            if (bytes != null) {
                ClassReader reader = new ClassReader(bytes);
                known = new Header(reader.getAccess(), reader.getSuperName(), List.of(reader.getInterfaces()));
                headers.put(name, known);
                return known;
            }
        } catch (RuntimeException e) {
            // As good as missing; whoever read the sources has said so already.
        }
        missing.add(name);
        return null;
    }

    private byte @Nullable [] anyBytes(String name) {
        byte[] bytes = bytes(name);
        return bytes == null ? beyond.apply(name) : bytes;
    }

    /**
     * Returns whether a class belongs to the JDK.
     *
     * @param name the internal name
     * @return whether it does, by its package
     */
    public static boolean isOfJdk(String name) {
        return name.startsWith("java/")
                || name.startsWith("javax/")
                || name.startsWith("jdk/")
                || name.startsWith("sun/");
    }

    /**
     * Finds the method that a function of an interface's type stands for.
     *
     * @param type the internal name of the interface
     * @return its only abstract method, those of Object left out; null if it is no such interface, or isn't known
     */
    public @Nullable FunctionMethod functionMethod(String type) {
        if (!functionMethods.containsKey(type)) {
            functionMethods.put(type, isInterface(type) ? searchFunctionMethod(type) : null);
        }
        return functionMethods.get(type);
    }

    private @Nullable FunctionMethod searchFunctionMethod(String type) {
        Map<String, String> open = new LinkedHashMap<>();
        Set<String> closed = new LinkedHashSet<>(OF_OBJECT);
        boolean[] isDeclared = new boolean[1];
        for (String each : ancestors(type)) {
            byte[] bytes = isInterface(each) ? anyBytes(each) : null;
            if (bytes != null) {
                new ClassReader(bytes)
                        .accept(
                                new ClassVisitor(Opcodes.ASM9) {
                                    @Override
                                    public @Nullable AnnotationVisitor visitAnnotation(String desc, boolean isSeen) {
                                        isDeclared[0] |= desc.equals(FOR_FUNCTIONS);
                                        return null;
                                    }

                                    @Override
                                    public @Nullable MethodVisitor visitMethod(
                                            int access,
                                            String name,
                                            String desc,
                                            @Nullable String signature,
                                            String @Nullable [] exceptions) {
                                        if ((access & Opcodes.ACC_ABSTRACT) == 0) {
                                            closed.add(name);
                                        } else if (!closed.contains(name)) {
                                            open.putIfAbsent(name, desc);
                                        }
                                        return null;
                                    }
                                },
                                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
            }
        }
        if (open.size() != 1) {
            return null;
        }
        Map.Entry<String, String> only = open.entrySet().iterator().next();
        return new FunctionMethod(only.getKey(), only.getValue(), isDeclared[0]);
    }

    /**
     * Returns whether code that can be followed makes a function of a type: such a function is none of the classes below it.
     *
     * @param type the internal name of an interface
     * @return whether a lambda expression or method reference is of it
     */
    public boolean isMadeAsFunction(String type) {
        Set<String> made = madeAsFunctions;
        if (made == null) {
            made = new TreeSet<>();
            for (Map<String, byte[]> each : List.of(application, libraries)) {
                for (byte[] bytes : each.values()) {
                    addMade(bytes, made);
                }
            }
            madeAsFunctions = made;
        }
        return made.contains(type);
    }

    private static void addMade(byte[] bytes, Set<String> made) {
        try {
            ClassReader reader = new ClassReader(bytes);
            char[] buffer = new char[reader.getMaxStringLength()];
            for (int i = 1; i < reader.getItemCount(); i++) {
                int at = reader.getItem(i);
                if (at > 0 && reader.readByte(at - 1) == CONSTANT_INVOKE_DYNAMIC) {
                    int nameAndType = reader.getItem(reader.readUnsignedShort(at + 2));
                    Type result = Type.getReturnType(reader.readUTF8(nameAndType + 2, buffer));
                    if (result.getSort() == Type.OBJECT) {
                        made.add(result.getInternalName());
                    }
                }
            }
        } catch (RuntimeException e) {
            // Whoever read the sources has said so already.
        }
    }

    /**
     * Returns whether a class can't be instantiated, or isn't known.
     *
     * @param name the internal name
     * @return whether it is abstract or an interface
     */
    public boolean isAbstract(String name) {
        Header header = header(name);
        return header == null || (header.access() & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) != 0;
    }

    /**
     * Returns whether a class is an interface.
     *
     * @param name the internal name
     * @return false also if it isn't known
     */
    public boolean isInterface(String name) {
        Header header = header(name);
        return header != null && (header.access() & Opcodes.ACC_INTERFACE) != 0;
    }

    /**
     * Returns a class and everything that it extends or implements, what is nearer first: the look-up order of whatever is
     * said about types.
     *
     * @param name the internal name
     * @return internal names, {@code name} first
     */
    public List<String> ancestors(String name) {
        List<String> known = ancestors.get(name);
        if (known == null) {
            Set<String> found = new LinkedHashSet<>();
            Deque<String> open = new ArrayDeque<>(List.of(name));
            while (!open.isEmpty()) {
                String next = open.remove();
                Header header = found.add(next) ? header(next) : null;
                if (header != null) {
                    if (header.above() != null) {
                        open.add(header.above());
                    }
                    open.addAll(header.interfaces());
                }
            }
            known = List.copyOf(found);
            ancestors.put(name, known);
        }
        return known;
    }

    /**
     * Returns whether one type is another or below it.
     *
     * @param name the internal name
     * @param ancestor the internal name of what may be above
     * @return false also if too little is known
     */
    public boolean isA(String name, String ancestor) {
        return name.equals(ancestor) || ancestors(name).contains(ancestor);
    }

    /**
     * Returns the classes of the application and its libraries that are a type or below it and can be instantiated.
     *
     * @param name the internal name of the type
     * @return internal names, in order
     */
    public List<String> concreteBelow(String name) {
        Map<String, List<String>> map = below;
        if (map == null) {
            map = new TreeMap<>();
            Set<String> all = new TreeSet<>(application.keySet());
            all.addAll(libraries.keySet());
            for (String each : all) {
                if (!isAbstract(each)) {
                    for (String ancestor : ancestors(each)) {
                        map.computeIfAbsent(ancestor, any -> new ArrayList<>()).add(each);
                    }
                }
            }
            below = map;
        }
        return map.getOrDefault(name, List.of());
    }

    /**
     * Finds the method that a call on an object of a class runs.
     *
     * @param type the internal name of the class
     * @param name the method's name
     * @param desc its descriptor
     * @return the method; null if it isn't one that can be followed
     */
    public @Nullable Method find(String type, String name, String desc) {
        String key = type + '.' + name + desc;
        if (!methods.containsKey(key)) {
            methods.put(key, search(type, name, desc));
        }
        return methods.get(key);
    }

    /**
     * Finds the methods that a call on an object of a class or of one below it may run.
     *
     * @param type the internal name of the class that the call names
     * @param name the method's name
     * @param desc its descriptor
     * @return each once; none if it isn't one that can be followed
     */
    public Collection<Method> implementations(String type, String name, String desc) {
        return implementations.computeIfAbsent(type + '.' + name + desc, key -> {
            Map<String, Method> found = new LinkedHashMap<>();
            List<String> classes = concreteBelow(type);
            for (String each : classes.isEmpty() ? List.of(type) : classes) {
                Method method = find(each, name, desc);
                if (method != null) {
                    found.putIfAbsent(method.key(), method);
                }
            }
            return List.copyOf(found.values());
        });
    }

    private @Nullable Method search(String type, String name, String desc) {
        for (String each : ancestors(type)) {
            ClassNode node = read(each);
            if (node != null) {
                for (MethodNode method : node.methods) {
                    if (method.name.equals(name)
                            && method.desc.equals(desc)
                            && (method.access & Opcodes.ACC_ABSTRACT) == 0) {
                        return new Method(node, method);
                    }
                }
            }
        }
        return null;
    }
}
