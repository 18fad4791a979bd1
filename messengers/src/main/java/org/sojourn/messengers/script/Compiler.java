package org.sojourn.messengers.script;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Form;

/**
 * Compiles scripts. A text of whatever kind becomes a form or a {@link ScriptException}: neither its size nor its nesting is a danger.
 * Any number of threads may compile at once.
 */
public final class Compiler {
    private Compiler() {}

    /**
     * Compiles a script; warnings are dropped.
     *
     * @param script what is compiled
     * @param nodeFiles gives the files that {@code #node} names, by what stands between the quotes; null for what isn't there
     * @return its form
     * @throws ScriptException if it has errors, with all of them
     */
    public static Form compile(SourceFile script, Function<String, @Nullable SourceFile> nodeFiles) {
        return compile(script, nodeFiles, _ -> {});
    }

    /**
     * Compiles a script.
     *
     * @param script what is compiled
     * @param nodeFiles gives the files that {@code #node} names, by what stands between the quotes; null for what isn't there
     * @param warnings is told what may be a mistake, if there are no errors
     * @return its form
     * @throws ScriptException if it has errors, with all of them, and with the warnings
     */
    public static Form compile(
            SourceFile script, Function<String, @Nullable SourceFile> nodeFiles, Consumer<Diagnostic> warnings) {
        Objects.requireNonNull(warnings, "warnings");
        Report report = new Report();
        Unit unit = new Unit(report);
        List<Statement> statements = Reader.read(script, report);
        Act act = Checks.check(unit, statements, nodeFiles);
        if (!report.hasErrors()) {
            Form form = Lowering.lower(unit, script, act);
            if (!report.hasErrors()) {
                report.sorted().forEach(warnings);
                return form;
            }
        }
        throw new ScriptException(report.sorted());
    }
}
