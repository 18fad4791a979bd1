package org.sojourn.weave;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.code.Names;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.frame.Woven;

/**
 * Weaves classes while they are loaded, for plain {@code java} and for tests: {@code -javaagent:sojourn-weave.jar=packages=com.example.app}.
 * A jar that was woven before by {@link JarWeaver} starts faster.
 *
 * <p>Twins are made from the class file that a class's loader has. So a class whose loader has none, or another one since another agent changed it,
 * stays as it is; so does one whose loader doesn't see this library. A line of the log says so.
 */
public final class Agent {
    private static final System.Logger LOG = System.getLogger(Agent.class.getName());
    private static final String PACKAGES = "packages=";
    private static final String USAGE = "the agent needs the packages that it weaves, as in"
            + " -javaagent:sojourn-weave.jar=packages=com.example.app,com.example.more";

    private static volatile @Nullable Instrumentation started;

    private final Weaver weaver;
    private final Instrumentation jvm;

    private Agent(Weaver weaver, Instrumentation jvm) {
        this.weaver = weaver;
        this.jvm = jvm;
    }

    /**
     * Called by the JVM before a program's main.
     *
     * @param arguments {@code packages=}, and names of packages with commas between, each with those below it
     * @param instrumentation of the JVM
     * @throws IllegalArgumentException if there are other arguments, or none; the JVM doesn't start then
     */
    public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
        Objects.requireNonNull(instrumentation, "instrumentation is null; give that of the JVM");
        List<String> packages = packages(arguments);
        Weaver weaver = new Weaver(packages);
        byte[] own = read(Agent.class.getClassLoader(), Agent.class.getName().replace('.', '/'));
        if (own != null) {
            weaver.weave(
                    own); // which loads what it takes, before it is asked for in the midst of loading another class
        }
        Agent agent = new Agent(weaver, instrumentation);
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte @Nullable [] transform(
                    @Nullable Module module,
                    @Nullable ClassLoader loader,
                    @Nullable String name,
                    @Nullable Class<?> before,
                    @Nullable ProtectionDomain domain,
                    byte[] classFile) {
                return name == null || loader == null || before != null
                        ? null
                        : agent.woven(module, loader, name, classFile);
            }
        });
        started = instrumentation;
    }

    private static List<String> packages(@Nullable String arguments) {
        if (arguments == null || !arguments.startsWith(PACKAGES)) {
            throw new IllegalArgumentException(USAGE + "; it is told " + (arguments == null ? "nothing" : arguments));
        }
        List<String> packages = Arrays.stream(
                        arguments.substring(PACKAGES.length()).split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
        if (packages.isEmpty()) {
            throw new IllegalArgumentException(USAGE);
        }
        return packages;
    }

    /** The classes that are loaded and woven; none without an agent. */
    static List<Class<?>> woven() {
        List<Class<?>> woven = new ArrayList<>();
        Instrumentation jvm = started;
        for (Class<?> each : jvm == null ? new Class<?>[0] : jvm.getAllLoadedClasses()) {
            if (each.isAnnotationPresent(Woven.class)) {
                woven.add(each);
            }
        }
        return woven;
    }

    private byte @Nullable [] woven(@Nullable Module module, ClassLoader loader, String name, byte[] classFile) {
        String className = name.replace('/', '.');
        if (!weaver.weaves(className) || Names.isTwin(name)) {
            return null;
        }
        try {
            String against = reasonAgainst(loader, name, classFile);
            if (!against.isEmpty()) {
                LOG.log(System.Logger.Level.WARNING, className + " isn't woven: " + against);
                return null;
            }
            Weaver.Result result = weaver.weave(classFile);
            for (Refusal each : result.refusals()) {
                LOG.log(System.Logger.Level.DEBUG, each.toString());
            }
            if (result.methods() > 0 && module != null && module.isNamed()) {
                open(module, className);
            }
            return result.classFile() == classFile ? null : result.classFile();
        } catch (RuntimeException | LinkageError e) {
            LOG.log(System.Logger.Level.WARNING, className + " isn't woven", e);
            return null;
        }
    }

    private static String reasonAgainst(ClassLoader loader, String name, byte[] classFile) {
        try {
            if (Class.forName(Polls.class.getName(), false, loader) != Polls.class) {
                return "its loader has another version of this library";
            }
        } catch (ClassNotFoundException e) {
            return "its loader doesn't see this library";
        }
        return Arrays.equals(read(loader, name), classFile)
                ? ""
                : "its loader has no such class file, which is needed again for twins";
    }

    private static byte @Nullable [] read(ClassLoader loader, String name) {
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            return null;
        }
    }

    /** Twins are made in the class's own package. */
    private void open(Module module, String className) {
        String packageName = className.substring(0, Math.max(0, className.lastIndexOf('.')));
        Module own = Agent.class.getModule();
        jvm.redefineModule(module, Set.of(own), Map.of(), Map.of(packageName, Set.of(own)), Set.of(), Map.of());
    }
}
