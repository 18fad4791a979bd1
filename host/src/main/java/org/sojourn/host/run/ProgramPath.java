package org.sojourn.host.run;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The class path with which further JVMs run the program of this one.
 *
 * <p>Mostly it is the class path of this JVM: with {@code -cp}, with {@code -jar} (whose manifest names the rest), with argument files.
 * For a program on a module path it is the same jars and folders, without modules. A program may have been loaded by another
 * one, such as {@code mvn exec:java}; then it is the files in which the program's class loaders look, if these tell. A class
 * that is in no file, as {@code java Hello.java} and jshell make them, can't be at another place. Then a sentence says so, before any
 * place is started.
 */
public final class ProgramPath {
    private ProgramPath() {}

    /**
     * Finds the class path of a program.
     *
     * @param program a class of it
     * @return entries separated as the system does
     * @throws IOException if there is none; the message is a sentence
     */
    public static String of(Class<?> program) throws IOException {
        return of(program, System.getProperty("java.class.path", ""), System.getProperty("jdk.module.path", ""));
    }

    static String of(Class<?> program, String classPath, String modulePath) throws IOException {
        ClassLoader system = ClassLoader.getSystemClassLoader();
        if (program.getClassLoader() == system && !program.getModule().isNamed()) {
            return classPath;
        }
        Set<String> entries = new LinkedHashSet<>();
        Set<ClassLoader> seen = new LinkedHashSet<>();
        addAll(program.getClassLoader(), seen, entries);
        addAll(Thread.currentThread().getContextClassLoader(), seen, entries);
        addModules(modulePath, entries);
        if (!classPath.isEmpty()) {
            for (String entry : classPath.split(File.pathSeparator)) {
                entries.add(entry.isEmpty() ? "." : entry); // as java reads it
            }
        }
        for (Class<?> each : List.of(program, ProgramPath.class)) {
            String file = each.getName().replace('.', '/') + ".class";
            if (entries.stream().noneMatch(entry -> holds(Path.of(entry), file))) {
                throw new IOException("other JVMs can't be started with the program: " + each.getName()
                        + " was loaded by " + each.getClassLoader()
                        + ", and is in no jar or folder that this JVM names. Compile it, and start it with java -cp"
                        + " (with Maven: exec:exec instead of exec:java), or with ./sojourn run");
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    /** The files in which some class loaders look. The last loader's come first, since it has loaded the program. */
    private static void addAll(ClassLoader from, Set<ClassLoader> seen, Set<String> entries) {
        for (ClassLoader loader = from; loader != null && seen.add(loader); loader = loader.getParent()) {
            if (loader instanceof URLClassLoader named) {
                for (URL url : named.getURLs()) {
                    add(url, entries);
                }
            }
        }
    }

    private static void add(URL url, Set<String> entries) {
        try {
            String entry = Path.of(url.toURI()).toString();
            if (!entry.contains(File.pathSeparator)) {
                entries.add(entry);
            }
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            // Not a file. If the program's classes are there, the check that follows says so.
        }
    }

    /** An entry of a module path is a jar, a folder of classes, or a folder of such. */
    private static void addModules(String modulePath, Set<String> entries) throws IOException {
        for (String entry : modulePath.split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (entry.isEmpty() || !Files.isDirectory(path) || Files.exists(path.resolve("module-info.class"))) {
                if (!entry.isEmpty()) {
                    entries.add(entry);
                }
                continue;
            }
            List<Path> modules = new ArrayList<>();
            try (Stream<Path> all = Files.list(path)) {
                all.sorted().forEach(modules::add);
            }
            modules.forEach(module -> entries.add(module.toString()));
        }
    }

    private static boolean holds(Path entry, String file) {
        if (Files.isDirectory(entry)) {
            return Files.isRegularFile(entry.resolve(file));
        }
        if (!Files.isRegularFile(entry)) {
            return false;
        }
        try (JarFile jar = new JarFile(entry.toFile())) {
            return jar.getEntry(file) != null;
        } catch (IOException e) {
            return false;
        }
    }
}
