package org.sojourn.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** One Maven module of the tree, with what it may see. */
enum Room {
    KERNEL,
    SELECTORS,
    NET,
    HOST,
    METRICS,
    TRACING,
    MAPPING,
    MESSENGERS,
    WEAVE,
    STRANDS,
    THREADS,
    TESTKIT,
    EXAMPLES,
    LAUNCH,
    MAVEN,
    BENCH,
    STRESS;

    /** The root of the tree: tests run in the directory of their own room. */
    static final Path TREE = Path.of("..").toAbsolutePath().normalize();

    private static final String OURS = "org.sojourn.";

    /** Whether users build on its types. */
    boolean isShipped() {
        return compareTo(TESTKIT) <= 0;
    }

    /** Host finds net and tracing as services and names none of their classes. What is optional is named by nobody. */
    boolean sees(Room other) {
        return other == this
                || switch (this) {
                    // What woven code hangs on can't hang on anything itself.
                    case KERNEL, WEAVE -> false;
                    case SELECTORS, NET -> other == KERNEL;
                    case HOST, MAPPING -> other == KERNEL || other == SELECTORS;
                    // A strand is a selector whose code is woven.
                    // The program that a run of threads begins with starts a run, too.
                    case THREADS -> other == KERNEL || other == HOST || other == WEAVE;
                    case STRANDS -> other == KERNEL || other == SELECTORS || other == WEAVE;
                    // A script is a program: what runs it starts a run as any main does.
                    // An agent in Java is a messenger whose code is woven.
                    case MESSENGERS -> other == KERNEL || other == HOST || other == WEAVE;
                    case METRICS -> other == SELECTORS || other == HOST;
                    case TRACING -> other == KERNEL;
                    // A program's own communication layer is a port of the kernel.
                    case EXAMPLES ->
                        other == KERNEL
                                || other == SELECTORS
                                || other == HOST
                                || other == MESSENGERS
                                || other == STRANDS;
                    // Raw sockets are measured with a place's codec, a port of the kernel; cannon is the systolic
                    // product; what the mapping advises, and what messengers do, is measured.
                    case BENCH ->
                        other == KERNEL
                                || other == SELECTORS
                                || other == HOST
                                || other == MAPPING
                                || other == MESSENGERS
                                || other == WEAVE
                                || other == STRANDS
                                || other == THREADS
                                || other == EXAMPLES;
                    case STRESS -> other == KERNEL;
                    // It runs the command in a JVM of its own, and names no class of ours.
                    case MAVEN -> false;
                    case TESTKIT, LAUNCH ->
                        other.compareTo(this) < 0
                                && other != EXAMPLES
                                && other != METRICS
                                && other != TRACING
                                && (this == LAUNCH
                                        || other != MESSENGERS
                                                && other != WEAVE
                                                && other != STRANDS
                                                && other != THREADS);
                };
    }

    /** The directory's name, which is also the third part of its packages' names. */
    String directory() {
        return name().toLowerCase(Locale.ROOT);
    }

    Path path() {
        return TREE.resolve(directory());
    }

    /** The room of a package, or none if it is not ours. */
    static Stream<Room> of(String packageName) {
        return Stream.of(values()).filter(room -> (packageName + '.').startsWith(OURS + room.directory() + '.'));
    }

    /** Every class file of the room's main sources. */
    List<ClassModel> classes() {
        return files(path().resolve("target/classes"), ".class").stream()
                .map(Room::parse)
                .toList();
    }

    /** Every source file that is shipped, without the descriptors of packages and of the module. */
    List<Path> sources() {
        return files(path().resolve("src/main/java"), ".java").stream()
                .filter(file -> !file.endsWith("package-info.java") && !file.endsWith("module-info.java"))
                .toList();
    }

    /** All files below a directory whose names end so; none if there is no directory. */
    static List<Path> files(Path directory, String suffix) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(directory)) {
            return walk.filter(file -> file.toString().endsWith(suffix))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassModel parse(Path file) {
        try {
            return ClassFile.of().parse(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
