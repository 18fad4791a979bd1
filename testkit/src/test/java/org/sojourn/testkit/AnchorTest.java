package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where a fault goes, and what is said if that isn't clear. */
class AnchorTest {
    private static final Map<String, String> SOURCES = Map.of("Door", """
        final class Door {
            void open(int key) throws IllegalStateException {
                if (key > 0) { // (not "yet"
                    turn(key);
                    turn(-key);
                }
            }

            void close() { turn(
                1); /* turn(2) */ say("turn(2)");
            }

            void slam() {
                new Object().close();
                turn(1);
            }
        }
        """, "Gate", """
        class Gate {
            void lift() { pull(3); }
        }
        """);

    private static String replaced(String where, String fragment) {
        return new Anchor(Plot.KERNEL, where, fragment).replaced(SOURCES, "HERE");
    }

    @Test
    void fragment_inAnotherFormat_isTheSame() {
        assertThat(replaced("Door", "if(key>0){turn( key )"))
                .contains("IllegalStateException {\n        HERE;\n            turn(-key);");
    }

    @Test
    void fragment_inCommentsAndStrings_isNotMeant() {
        assertThatThrownBy(() -> replaced("Door", "turn(2)"))
                .hasMessageContaining("Door holds 0 times and not once: turn(2)");
        assertThat(replaced("Door", "\"turn(2)\"")).contains("say(HERE)");
    }

    @Test
    void fragment_ofAMethod_isSoughtThereOnly() {
        assertThat(replaced("Door.close", "turn(1)")).contains("void close() { HERE; /*");
        assertThat(replaced("Door.slam", "turn(1)")).contains("close();\n        HERE;\n    }");
    }

    @Test
    void fragment_thatIsThereTwice_isRefusedWithItsLines() {
        assertThatThrownBy(() -> replaced("Door", "turn(1)"))
                .hasMessageContaining("Door holds 2 times and not once: turn(1)\nline 9 with turn( 1)")
                .hasMessageContaining("line 15 with turn(1)");
    }

    @Test
    void fragment_thatHasChanged_isRefusedWithWhatIsNearest() {
        assertThatThrownBy(() -> replaced("Door.open", "if (key > 1) {"))
                .hasMessage("Door.open holds 0 times and not once: if (key > 1) {\n"
                        + "nearest is line 3 with if (key >; no other class holds it");
    }

    @Test
    void fragment_thatHasMoved_isRefusedWithItsClass() {
        assertThatThrownBy(() -> replaced("Door", "pull(3)")).hasMessageContaining("; it stands in Gate");
        assertThatThrownBy(() -> replaced("Doors", "pull(3)"))
                .hasMessage("no class in kernel/src/main/java is called Doors; it stands in Gate");
        assertThatThrownBy(() -> replaced("Door.lift", "pull(3)"))
                .hasMessage("Door has no method called lift; it stands in Gate");
    }
}
