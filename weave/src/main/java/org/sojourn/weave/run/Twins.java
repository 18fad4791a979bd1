package org.sojourn.weave.run;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.code.ClassPlan;
import org.sojourn.weave.code.Link;
import org.sojourn.weave.code.Names;
import org.sojourn.weave.code.Offsets;
import org.sojourn.weave.code.Scope;
import org.sojourn.weave.code.TwinMethod;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Frame;
import org.sojourn.weave.frame.Point;
import org.sojourn.weave.frame.Woven;

/**
 * What is needed of a woven class only when frames of it leave or come: the twins of its methods. Made when it is needed first, from the class
 * as it was compiled.
 */
public final class Twins {
    /** In a jar that was woven, where classes are as they were compiled. */
    public static final String ORIGINALS = "META-INF/sojourn/original/";

    private static final ClassValue<Twins> ALL = new ClassValue<>() {
        @Override
        protected Twins computeValue(Class<?> owner) {
            return new Twins(owner);
        }
    };

    private static final MethodType TWIN =
            MethodType.methodType(Object.class, Object[].class, int.class, Object.class, Throwable.class);

    private static final MethodType LOOKUP = MethodType.methodType(MethodHandles.Lookup.class);

    private final Class<?> owner;
    private final Map<Integer, TwinMethod> methods;
    private final Map<Integer, MethodHandle> handles = new HashMap<>();
    private final List<Link> links;
    private final Calls ofBody;
    private final Calls ofTwin;

    private Twins(Class<?> owner) {
        this.owner = owner;
        byte[] original = original(owner);
        Scope scope = new Scope(List.of(owner.getAnnotation(Woven.class).packages()));
        Map<String, List<Integer>> offsets = offsets(original, scope);
        ClassPlan.Twin twin = ClassPlan.twin(original, scope, new TwinReach(owner), offsets.keySet());
        this.methods = twin.methods();
        compare(offsets);
        this.links = twin.links();
        Map<String, TwinMethod> bodies = new HashMap<>();
        Map<String, TwinMethod> twins = new HashMap<>();
        for (TwinMethod each : methods.values()) {
            bodies.put(each.of(), each);
            twins.put(each.name() + TWIN.toMethodDescriptorString(), each);
        }
        this.ofBody = new Calls(offsets, bodies, Map.of());
        this.ofTwin = new Calls(Offsets.of(twin.classFile()), twins, twin.calls());
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
            Class<?> made = define(lookup, twin.classFile());
            for (Map.Entry<Integer, TwinMethod> each : methods.entrySet()) {
                handles.put(
                        each.getKey(), lookup.findStatic(made, each.getValue().name(), TWIN));
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalStateException("the twin of " + owner.getName() + " can't be made: " + e, e);
        }
    }

    private Class<?> define(MethodHandles.Lookup lookup, byte[] twin) throws ReflectiveOperationException {
        try {
            return lookup.defineClass(twin);
        } catch (LinkageError e) {
            try {
                return lookup.findClass(Names.twin(owner.getName())); // another thread was quicker
            } catch (ClassNotFoundException none) {
                e.addSuppressed(none);
                throw e;
            }
        }
    }

    private static byte[] original(Class<?> owner) {
        String path = path(owner);
        byte[] original =
                read(owner, ORIGINALS + folder(owner.getAnnotation(Woven.class).release()) + path);
        byte[] found = original == null ? read(owner, path) : original;
        if (found == null) {
            throw new IllegalStateException("the class file of " + owner.getName() + " can't be found");
        }
        return found;
    }

    /** The code that runs: that of the jar, or, if classes were woven while they were loaded, the same once more. */
    private Map<String, List<Integer>> offsets(byte[] original, Scope scope) {
        byte[] file = read(owner, path(owner));
        Map<String, List<Integer>> ofFile = file == null ? Map.of() : Offsets.of(file);
        return ofFile.isEmpty() ? Offsets.of(ClassPlan.body(original, scope, 0).classFile()) : ofFile;
    }

    private void compare(Map<String, List<Integer>> offsets) {
        Map<String, Integer> known = new HashMap<>();
        methods.values().forEach(each -> known.put(each.of(), each.calls().size()));
        offsets.forEach((method, calls) -> {
            if (known.getOrDefault(method, 0) != calls.size()) {
                throw new IllegalStateException(owner.getName() + " was woven by another version, or for another Java: "
                        + method + " has other calls; weave its jar again");
            }
        });
    }

    /**
     * Below {@link #ORIGINALS}, where classes are that a jar has for a version of Java and later ones.
     *
     * @param release the version; 0 for those that are for all
     */
    public static String folder(int release) {
        return release == 0 ? "" : "versions/" + release + "/";
    }

    private static String path(Class<?> owner) {
        return owner.getName().replace('.', '/') + ".class";
    }

    private static byte @Nullable [] read(Class<?> owner, String path) {
        ClassLoader loader = owner.getClassLoader();
        try (InputStream in =
                loader == null ? ClassLoader.getSystemResourceAsStream(path) : loader.getResourceAsStream(path)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(path + " can't be read: " + e.getMessage(), e);
        }
    }

    /**
     * Why a method of a woven class isn't woven. Looked for only when somebody is told: the class is woven once more for that.
     *
     * @param method its name and descriptor
     * @return empty if there is nothing to say
     */
    static String unwoven(Class<?> woven, String method) {
        try {
            Scope scope = new Scope(List.of(woven.getAnnotation(Woven.class).packages()));
            return ClassPlan.body(original(woven), scope, 0).flaws().stream()
                    .filter(each -> each.method().equals(method))
                    .map(ClassPlan.Flaw::reason)
                    .findFirst()
                    .orElse("");
        } catch (IllegalStateException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Of a woven class. */
    public static Twins of(Class<?> woven) {
        return ALL.get(woven);
    }

    /**
     * What a call site of the twins leads to. The class is initialised by then, as it is when its own code runs.
     *
     * @throws Throwable if it can't be linked
     */
    MethodHandle link(int number) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
        MethodHandles.Lookup full = (MethodHandles.Lookup)
                lookup.findStatic(owner, Names.LOOKUP, LOOKUP).invokeExact();
        return links.get(number).resolve(full);
    }

    /** Where frames of the class's own methods may leave. */
    Calls ofBody() {
        return ofBody;
    }

    /** Where frames of the twins may. */
    Calls ofTwin() {
        return ofTwin;
    }

    /**
     * A method whose frames can come back.
     *
     * @throws IllegalArgumentException if there is none of that number
     */
    public TwinMethod method(int number) {
        TwinMethod method = methods.get(number);
        if (method == null) {
            throw new IllegalArgumentException(owner.getName() + " has no method " + number + " whose frames leave");
        }
        return method;
    }

    /** Its twin. */
    MethodHandle twin(int number) {
        return Objects.requireNonNull(handles.get(method(number).number()));
    }

    /**
     * Looks whether a frame may hold such values, before it runs.
     *
     * @param number of the method
     * @param call the call at which it waits
     * @param values what it holds
     * @return what is wrong; empty if nothing is
     */
    public String flaw(int number, int call, @Nullable Object[] values) {
        TwinMethod.Call known = method(number).calls().get(call);
        boolean needsFirst = method(number).lock() == TwinMethod.Lock.THIS;
        for (int i = 0; i < values.length; i++) {
            if (known.shape().charAt(i) != 'L') {
                continue;
            }
            Object value = values[i];
            boolean isLock = i == 0 && needsFirst || i >= values.length - known.monitors();
            if (isLock && value == null) {
                return "value " + i + " has no object whose monitor can be held";
            }
            int lock = known.locks().get(i);
            if (lock >= 0 && value != values[values.length - known.monitors() + lock]) {
                return "value " + i + " isn't the object whose monitor is held by way of it";
            }
            String type = known.types().get(i);
            if (value != null && !isOf(type, value)) {
                return "value " + i + " is of " + value.getClass().getName() + ", not of "
                        + (type.isEmpty() ? "null" : type.replace('/', '.'));
            }
        }
        return "";
    }

    /** Which of frames that left together could go on nowhere, and why; empty if each can. */
    public static String flaw(DeltaSet frames) {
        for (Frame frame : frames.frames()) {
            Point at = frame.point();
            String flaw = of(at.owner()).flaw(at.method(), at.site(), frame.values());
            if (!flaw.isEmpty()) {
                return "a frame at " + at + " can't go on elsewhere: " + flaw;
            }
        }
        return "";
    }

    /** The method that each object of frames is a variable of, as {@code Class.method}, in the order in which they are written. */
    public static List<String> holders(DeltaSet frames) {
        List<String> holders = new ArrayList<>();
        for (Frame frame : frames.frames()) {
            Point at = frame.point();
            TwinMethod method = of(at.owner()).method(at.method());
            String name = at.owner().getSimpleName() + "." + method.of().replaceFirst("\\(.*", "");
            method.calls()
                    .get(at.site())
                    .shape()
                    .chars()
                    .filter(each -> each == 'L')
                    .forEach(each -> holders.add(name));
        }
        return holders;
    }

    /**
     * Looks whether a frame may wait for another one, before either runs.
     *
     * @param inner the one that runs first
     * @param outer the one that gets what the first one returns
     * @return what is wrong; empty if nothing is
     */
    public static String misfit(Point inner, Point outer) {
        TwinMethod method = of(inner.owner()).method(inner.method());
        String expected = of(outer.owner())
                .method(outer.method())
                .calls()
                .get(outer.site())
                .result();
        return Results.fit(
                        method.result(),
                        inner.owner().getClassLoader(),
                        expected,
                        outer.owner().getClassLoader())
                ? ""
                : inner.owner().getName() + "." + method.of() + " returns nothing that a frame at " + outer
                        + " can wait for, which is " + expected;
    }

    private boolean isOf(String type, Object value) {
        if (type.isEmpty()) {
            return false;
        }
        try {
            return Class.forName(type.replace('/', '.'), false, owner.getClassLoader())
                    .isInstance(value);
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
