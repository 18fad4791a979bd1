package org.sojourn.messengers.script;

import java.util.Objects;
import java.util.Set;
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
        return compile(script, nodeFiles, null, warnings);
    }

    /**
     * Compiles a script that lies beside others.
     *
     * @param script what is compiled
     * @param nodeFiles gives the files that {@code #node} names, by what stands between the quotes; null for what isn't there
     * @param scripts the names of all scripts that it can inject; null if that isn't known yet
     * @param warnings is told what may be a mistake, if there are no errors
     * @return its form
     * @throws ScriptException if it has errors, with all of them, and with the warnings
     */
    public static Form compile(
            SourceFile script,
            Function<String, @Nullable SourceFile> nodeFiles,
            @Nullable Set<String> scripts,
            Consumer<Diagnostic> warnings) {
        Objects.requireNonNull(warnings, "warnings");
        Report report = new Report();
        Unit unit = new Unit(report);
        unit.scripts = scripts;
        Form form = null;
        try {
            Act act = Checks.check(unit, Reader.read(script, report), nodeFiles);
            form = report.hasErrors() ? null : Lowering.lower(unit, script, act);
        } catch (StackOverflowError _) {
            // Half a megabyte is enough for any script; a caller may have less left.
            report.add(new Position(script, 1, 1), Problem.E21, "this is nested too deep for the stack of this thread");
        }
        if (form == null || report.hasErrors()) {
            throw new ScriptException(report.sorted());
        }
        report.sorted().forEach(warnings);
        return form;
    }
}
