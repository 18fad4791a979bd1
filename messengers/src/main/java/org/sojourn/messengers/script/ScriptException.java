package org.sojourn.messengers.script;

import java.util.List;
import java.util.stream.Collectors;

/** A script has errors: all that were found. Its message shows them one below the other. */
public final class ScriptException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Diagnostic> diagnostics;

    ScriptException(List<Diagnostic> diagnostics) {
        super(diagnostics.stream().map(Diagnostic::toString).collect(Collectors.joining("\n")), null, false, false);
        this.diagnostics = List.copyOf(diagnostics);
    }

    /** {@return what is wrong, by file and position; warnings too} */
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
