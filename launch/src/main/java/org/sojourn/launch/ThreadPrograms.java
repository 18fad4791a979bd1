package org.sojourn.launch;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.sojourn.host.join.ProgramCache;
import org.sojourn.host.run.MainMethod;
import org.sojourn.threads.jar.ThreadJar;
import org.sojourn.threads.program.ThreadsMain;
import org.sojourn.weave.JarWeaver;

/** Programs whose threads move: woven ahead, into a jar that is kept for next time. */
final class ThreadPrograms {
    private static final System.Logger LOG = System.getLogger(ThreadPrograms.class.getName());

    /** What judges frames follows values by it. */
    private static final String ANALYSIS = "asm-analysis-";

    private ThreadPrograms() {}

    /**
     * Finds a program and weaves it, if nobody has.
     *
     * @param program its jar as it was compiled, or the name of a bundled one
     * @param named its packages; empty for that of the main class
     * @param settings of what runs it
     * @param arguments of its main
     */
    static Programs.Found find(String program, List<String> named, List<String> settings, List<String> arguments) {
        Programs.Found plain = Programs.find(program, arguments);
        checkMain(plain);
        List<String> packages = named.isEmpty() ? List.of(plain.mainPackage()) : named;
        Path jar = holder(plain);
        Path woven = woven(jar, packages);
        List<String> words = new ArrayList<>(List.of(plain.mainClass()));
        words.addAll(settings);
        words.addAll(arguments);
        String classPath = Arrays.stream(plain.classPath().split(File.pathSeparator))
                .map(each -> each.equals(jar.toString()) ? woven.toString() : each)
                .collect(Collectors.joining(File.pathSeparator));
        return new Programs.Found(
                ThreadsMain.class.getName(),
                plain.mainPackage(),
                classPath + File.pathSeparator + Programs.library(ANALYSIS),
                words,
                plain.options());
    }

    /** Says before any place is started that there is no main. Whatever else ails the class is known where it runs. */
    private static void checkMain(Programs.Found program) {
        List<URL> entries = new ArrayList<>();
        try {
            for (String each : program.classPath().split(File.pathSeparator)) {
                entries.add(Path.of(each).toUri().toURL());
            }
            try (URLClassLoader loader =
                    new URLClassLoader(entries.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
                MainMethod.find(program.mainClass(), loader);
            }
        } catch (NoSuchMethodException e) {
            throw new Usage(String.valueOf(e.getMessage()));
        } catch (ReflectiveOperationException | IOException e) {
            LOG.log(DEBUG, "whether the program has a main isn''t known yet: {0}", e.getMessage());
        }
    }

    /** The jar that has the main class. */
    private static Path holder(Programs.Found found) {
        String file = found.mainClass().replace('.', '/') + ".class";
        for (String each : found.classPath().split(File.pathSeparator)) {
            if (Files.isRegularFile(Path.of(each))) { // java takes a jar of any name
                try (JarFile jar = new JarFile(each)) {
                    if (jar.getEntry(file) != null) {
                        return Path.of(each);
                    }
                } catch (IOException e) {
                    throw new Usage(each + " can't be read: " + e.getMessage());
                }
            }
        }
        throw new Usage(found.mainClass() + " is in no jar of the class path; threads runs programs of jars");
    }

    private static Path woven(Path jar, List<String> packages) {
        try {
            return ProgramCache.ofUser(List.of())
                    .made(
                            WovenPath.key(jar, "threads of " + packages, ThreadJar.class, JarWeaver.class),
                            String.valueOf(jar.getFileName()),
                            to -> make(jar, to, packages));
        } catch (IOException e) {
            throw new Usage(jar + " can't be woven: " + e.getMessage());
        }
    }

    private static void make(Path jar, Path to, List<String> packages) throws IOException {
        if (ThreadJar.make(jar, to, packages).classes() == 0) {
            throw new IOException(
                    "it has no class of " + String.join(", ", packages) + "; say by --package whose classes may move");
        }
    }
}
