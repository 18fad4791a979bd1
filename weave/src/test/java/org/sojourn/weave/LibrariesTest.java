package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sojourn.weave.code.ClassPlan;
import org.sojourn.weave.code.Offsets;
import org.sojourn.weave.code.Reach;
import org.sojourn.weave.code.Scope;

/** What compilers have made of large libraries can be woven, and the JVM's rules hold for what comes of it. */
class LibrariesTest {
    /** Of so many classes one is looked at. */
    private static final int STEP = Integer.getInteger("sojourn.libraries.step", 20);

    private int classes;
    private int methods;
    private int unresolved;
    private long before;
    private long after;
    private final Map<String, Integer> refusals = new TreeMap<>();
    private final List<String> errors = new ArrayList<>();

    @Test
    void classesOfThePlatform_woven_areValid() throws IOException {
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
        Scope scope = new Scope(List.of("java", "javax", "jdk", "sun"));
        ClassFile verifier = ClassFile.of();
        try (Stream<Path> files = Files.walk(base)) {
            List<Path> all = files.filter(each -> each.toString().endsWith(".class")
                            && !each.toString().endsWith("module-info.class"))
                    .sorted()
                    .toList();
            for (int i = 0; i < all.size(); i += STEP) {
                look(all.get(i).toString(), Files.readAllBytes(all.get(i)), scope, verifier);
            }
        }
        show();
        assertThat(errors).isEmpty();
        assertThat(methods).isGreaterThan(classes);
    }

    /** Jars of others, as many compilers made them: those that the tests have, or those of a property. */
    @Test
    void jars_woven_areValid() throws IOException {
        List<Path> jars = new ArrayList<>();
        List<URL> urls = new ArrayList<>();
        for (String each : System.getProperty("sojourn.libraries", System.getProperty("java.class.path"))
                .split(File.pathSeparator)) {
            if (each.endsWith(".jar")) {
                jars.add(Path.of(each));
                urls.add(Path.of(each).toUri().toURL());
            }
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new))) {
            ClassFile verifier = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                    ClassHierarchyResolver.ofResourceParsing(loader).cached()));
            for (Path jar : jars) {
                look(jar, verifier);
            }
        }
        show();
        assertThat(errors).isEmpty();
        assertThat(methods).isGreaterThan(classes);
    }

    private void look(Path file, ClassFile verifier) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            List<JarEntry> entries = jar.stream()
                    .filter(each -> each.getName().endsWith(".class")
                            && !each.getName().startsWith("META-INF/")
                            && !each.getName().endsWith("module-info.class"))
                    .toList();
            List<String> roots = entries.stream()
                    .map(each -> each.getName().contains("/")
                            ? each.getName().substring(0, each.getName().indexOf('/'))
                            : "")
                    .distinct()
                    .toList();
            for (int i = 0; i < entries.size(); i += STEP) {
                JarEntry entry = entries.get(i);
                look(
                        file.getFileName() + " " + entry.getName(),
                        jar.getInputStream(entry).readAllBytes(),
                        new Scope(roots),
                        verifier);
            }
        }
    }

    private void show() {
        System.out.printf(
                "%d classes, %d methods, %.2f times the size; %d need classes that aren't there; refused %s%n",
                classes, methods, (double) after / before, unresolved, refusals);
    }

    private void look(String name, byte[] original, Scope scope, ClassFile verifier) {
        try {
            ClassPlan.Body body = ClassPlan.body(original, scope, 0);
            classes++;
            methods += body.methods();
            before += original.length;
            after += body.classFile().length;
            body.flaws().forEach(each -> refusals.merge(each.reason(), 1, Integer::sum));
            if (body.methods() > 0) {
                verify(name, body.classFile(), verifier);
                byte[] twin = ClassPlan.twin(
                                original,
                                scope,
                                Reach.UNKNOWN,
                                Offsets.of(body.classFile()).keySet())
                        .classFile();
                verify(name + " twin", twin, verifier);
            }
        } catch (RuntimeException e) {
            errors.add(name + ": " + e);
        }
    }

    private void verify(String name, byte[] woven, ClassFile verifier) {
        for (VerifyError error : verifier.verify(woven)) {
            if (String.valueOf(error.getMessage()).contains("Could not resolve class")) {
                unresolved++; // of a library that isn't there
            } else {
                errors.add(name + ": " + error.getMessage());
            }
        }
    }
}
