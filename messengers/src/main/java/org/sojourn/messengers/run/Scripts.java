package org.sojourn.messengers.run;

import org.sojourn.messengers.form.Form;

public final class Scripts {
    public Script of(Form form) {
        return ScriptCompiler.compile(form);
    }
}
