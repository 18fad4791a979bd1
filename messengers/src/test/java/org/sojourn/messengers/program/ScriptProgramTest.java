package org.sojourn.messengers.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.messengers.script.Diagnostic;

/** What lies beside a script. */
class ScriptProgramTest {
    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private Path script(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void folder_withAScriptOfErrors_isReadWithoutIt() throws IOException {
        script("broken.mc", "int a = ;");
        script("right.mc", "exit;");
        Path plain = script("plain.mc", "m_inject(\"right.mc\");");
        Path made = script("made.mc", "m_inject(m_text(\"bro\", \"ken.mc\"));");

        ScriptProgram program = ScriptProgram.read(plain, true);
        assertThat(program.isRight()).isTrue();
        assertThat(program.forms()).containsOnlyKeys("plain.mc", "right.mc", "made.mc");
        assertThat(program.leftOut()).isEmpty();

        assertThat(ScriptProgram.read(made, true).leftOut())
                .singleElement()
                .asString()
                .startsWith("broken.mc, beside made.mc, has errors and is left out");
    }

    @Test
    void scriptThatIsNotThere_named_isAnErrorUnlessTheRunMayKnowIt() throws IOException {
        Path names = script("names.mc", "m_inject(\"nmaes.mc\");");

        assertThat(ScriptProgram.read(names, true).diagnostics())
                .extracting(Diagnostic::code, Diagnostic::column)
                .containsExactly(tuple("E10", 10));
        assertThat(ScriptProgram.read(names, false).isRight()).isTrue();
    }
}
