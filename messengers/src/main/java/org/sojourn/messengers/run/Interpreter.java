package org.sojourn.messengers.run;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.MalformedFormException;
import org.sojourn.messengers.form.Routine;

/**
 * Runs a form as it stands: the reference for what is compiled, and what runs forms that are too large for that. Each form is turned into
 * {@linkplain Act acts} once: small functions over a stack of objects.
 */
public final class Interpreter extends Script {
    private final Acts acts;

    /**
     * Makes a script of a form.
     *
     * @throws MalformedFormException if the form isn't sound
     */
    public Interpreter(Form form) {
        super(form);
        List<Acts> routines = new ArrayList<>();
        for (Routine each : form.routines()) {
            routines.add(StepActs.of(new Declared(form, each.variables()), messenger(), routines, each));
        }
        acts = StepActs.of(new Declared(form, List.of()), messenger(), routines, null);
    }

    @Override
    public void run(Frame frame, Turn turn) {
        if (!isResumption(frame.step)) {
            throw Checks.resumption(frame.step);
        }
        new Machine(frame, turn, acts).run(frame.step);
    }
}
