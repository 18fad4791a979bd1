package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessEndTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        137 | false | -               | its process was ended by signal 9
        143 | true  | -               | its process was ended by signal 15
        1   | false | -               | its process exited with status 1
        3   | true  | -               | its program called System.exit(3)
        3   | false | Java heap space | it ran out of memory: Java heap space; its heap holds at most 64 MB, and --heap gives it more
        3   | false | Metaspace       | it ran out of memory: Metaspace
        3   | false | -               | it ran out of memory, by all signs: its process exited with status 3 and ran no shutdown hooks; its heap holds at most 64 MB, and --heap gives it more
        """)
    void end_ofEachSort_isSaidForWhatItIs(int status, boolean announced, String exhausted, String said) {
        assertThat(new ProcessEnd(status, announced, exhausted, 64 << 20, "--heap").said())
                .isEqualTo(said);
    }

    @Test
    void line_ofAJvmWithoutMemory_namesWhatItHadNoMoreOf() {
        assertThat(ProcessEnd.exhausted("Terminating due to java.lang.OutOfMemoryError: Java heap space"))
                .hasValue("Java heap space");
        assertThat(ProcessEnd.exhausted("java.lang.OutOfMemoryError: Java heap space"))
                .as("a program that printed one which it has caught")
                .isEmpty();
    }

    @Test
    void heap_thatIsNotKnownYet_isNotMadeUp() {
        assertThat(new ProcessEnd(3, false, "Java heap space", 0, "--heap").said())
                .endsWith("Java heap space; its heap may be too small, and --heap gives it more");
    }
}
