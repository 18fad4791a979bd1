package org.sojourn.house;

import java.nio.file.Path;
import java.util.stream.Stream;

/** The jars as the build leaves them for the command. */
final class Distribution {
    static final Path LIBRARIES = Room.LAUNCH.path().resolve("target/dist/lib");

    private Distribution() {}

    static Stream<Path> jars() {
        return Room.files(LIBRARIES, ".jar").stream();
    }

    /** What is beside them for the tests of users. */
    static Stream<Path> jarsForTests() {
        return Room.files(LIBRARIES.resolveSibling("test-lib"), ".jar").stream();
    }
}
