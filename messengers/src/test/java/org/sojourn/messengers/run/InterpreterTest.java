package org.sojourn.messengers.run;

import org.sojourn.messengers.form.Form;

final class InterpreterTest extends FaultContract {
    @Override
    Script script(Form form) {
        return new Interpreter(form);
    }
}
