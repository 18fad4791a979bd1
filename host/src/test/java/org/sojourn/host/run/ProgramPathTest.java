package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramPathTest {
    /** Holds the runtime, as that of another program may. */
    private static final String GIVEN = home(ProgramPath.class);

    /** A program, of no more than itself. */
    public static final class Plain {}

    private static final String NAME = Plain.class.getName();
    private static final String FILE = NAME.replace('.', '/') + ".class";

    private static String home(Class<?> type) {
        return Path.of(URI.create(
                        type.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toString();
    }

    private static byte[] code() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(ProgramPathTest.class.getClassLoader().getResourceAsStream(FILE))) {
            return in.readAllBytes();
        }
    }

    private static Path folder(Path above) throws IOException {
        Path file = above.resolve("a folder").resolve(FILE);
        Files.createDirectories(file.getParent());
        Files.write(file, code());
        return above.resolve("a folder");
    }

    @Test
    void program_ofTheClassPath_hasThatClassPath() throws IOException {
        assertThat(ProgramPath.of(Plain.class)).isEqualTo(System.getProperty("java.class.path"));
    }

    @Test
    void program_loadedFromElsewhere_isLookedForThereFirst(@TempDir Path above) throws Exception {
        Path folder = folder(above);
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL(), new URL("http://localhost/no.jar")},
                ClassLoader.getPlatformClassLoader())) {
            assertThat(ProgramPath.of(loader.loadClass(NAME), GIVEN, ""))
                    .isEqualTo(folder + File.pathSeparator + GIVEN);
        }
    }

    @Test
    void modules_ofAModulePath_areEntries(@TempDir Path above) throws Exception {
        Path folder = folder(above);
        Path modules = Files.createDirectory(above.resolve("modules"));
        Path jar = Files.writeString(modules.resolve("b.jar"), "");
        Path exploded = Files.createDirectory(modules.resolve("a"));
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            assertThat(ProgramPath.of(loader.loadClass(NAME), GIVEN, modules.toString()))
                    .isEqualTo(String.join(
                            File.pathSeparator, folder.toString(), exploded.toString(), jar.toString(), GIVEN));
        }
    }

    @Test
    void program_thatIsInNoFile_isRefusedWithWhatToDo() throws Exception {
        byte[] code = code();
        ClassLoader memory = new ClassLoader("memory", ClassLoader.getPlatformClassLoader()) {
            @Override
            protected Class<?> findClass(String name) {
                return defineClass(name, code, 0, code.length);
            }
        };
        Class<?> program = memory.loadClass(NAME);
        assertThatThrownBy(() -> ProgramPath.of(program, "", ""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(NAME)
                .hasMessageContaining("was loaded by ")
                .hasMessageContaining("java -cp");
    }
}
