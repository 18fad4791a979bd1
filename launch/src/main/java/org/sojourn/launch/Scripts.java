package org.sojourn.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sojourn.messengers.program.ScriptProgram;

/** Scripts of messengers, tried before any place is started. */
final class Scripts {
    private Scripts() {}

    static boolean isScript(String what) {
        return what.endsWith(".mc");
    }

    /** For {@code --check}. */
    static void checkOnly(String what, List<String> arguments) {
        if (!isScript(what)) {
            throw new Usage("--check is for scripts, and " + what + " isn't named like one (script.mc)");
        }
        check(what, arguments, true);
    }

    /** Says on standard error what is wrong with a script, and refuses it if it can't be run; returns it if it can. */
    static ScriptProgram check(String what, List<String> arguments, boolean isAlone) {
        ScriptProgram script = read(Path.of(what), isAlone);
        script.diagnostics().forEach(System.err::println);
        script.leftOut().forEach(each -> System.err.println("sojourn: " + each));
        if (!script.isRight()) {
            long errors = script.diagnostics().stream()
                    .filter(each -> !each.isWarning())
                    .count();
            throw new Usage(what + " can't be run: " + errors + (errors == 1 ? " error" : " errors"));
        }
        try {
            script.values(arguments);
        } catch (IllegalArgumentException e) {
            throw new Usage(what + ": " + e.getMessage());
        }
        return script;
    }

    private static ScriptProgram read(Path file, boolean isAlone) {
        if (!Files.isRegularFile(file)) {
            throw new Usage("there is no file " + file);
        }
        try {
            return ScriptProgram.read(file, isAlone);
        } catch (IOException e) {
            throw new Usage(file + " can't be read: " + e.getMessage());
        }
    }
}
