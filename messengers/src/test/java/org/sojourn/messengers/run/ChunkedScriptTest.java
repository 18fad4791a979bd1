package org.sojourn.messengers.run;

import org.sojourn.messengers.form.Form;

/** Scripts of which each chunk has a few steps at most. */
final class ChunkedScriptTest extends FaultContract {
    @Override
    Script script(Form form) {
        return ScriptCompiler.compile(form, 1, Linker.NONE);
    }
}
