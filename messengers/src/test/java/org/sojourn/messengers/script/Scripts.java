package org.sojourn.messengers.script;

import java.util.List;
import java.util.Map;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Listing;

/** Compiles texts for tests. */
final class Scripts {
    private Scripts() {}

    static Form form(String text) {
        return form(text, Map.of());
    }

    static Form form(String text, Map<String, String> nodeFiles) {
        Form form = Compiler.compile(
                new SourceFile("test.mc", text),
                name -> nodeFiles.containsKey(name) ? new SourceFile(name, nodeFiles.getOrDefault(name, "")) : null);
        form.check();
        return form;
    }

    /** The steps without their numbers of lines. */
    static List<String> steps(String text) {
        return steps(text, Map.of());
    }

    static List<String> steps(String text, Map<String, String> nodeFiles) {
        return Listing.steps(form(text, nodeFiles))
                .lines()
                .map(line -> line.replaceFirst("^ *(\\d+): +\\d+  ", "$1 "))
                .toList();
    }

    /** What is wrong with a script: nothing, if it is right. */
    static List<Diagnostic> wrong(String text) {
        return wrong(text, Map.of());
    }

    static List<Diagnostic> wrong(String text, Map<String, String> nodeFiles) {
        try {
            form(text, nodeFiles);
            return List.of();
        } catch (ScriptException e) {
            return e.diagnostics();
        }
    }
}
