package org.sojourn.messengers.run;

import org.sojourn.messengers.form.Form;

/** A form that can be run. Knows nothing of the messengers that it runs; any number of threads may run it at once. */
public abstract class Script {
    private final Form form;
    private final Layout messenger;

    /** For those who run forms. */
    protected Script(Form form) {
        this.form = form;
        this.messenger = new Layout(form.messenger());
    }

    /** {@return what it runs} */
    public final Form form() {
        return form;
    }

    /** {@return how its messengers' variables are laid out} */
    public final Layout messenger() {
        return messenger;
    }

    /** {@return a messenger before its first step, with all variables zero} */
    public final Frame begin() {
        return new Frame(0, messenger.storage());
    }

    /**
     * Runs a messenger from its step to the next scheduling point, of which its turn is told by one call of one of the methods for that,
     * as the last thing that is done; by then {@link Frame#step} is the step after it. An {@link org.sojourn.messengers.form.Step.Await}
     * whose condition holds is no point; if it doesn't, {@code step} stays the one of the await.
     *
     * @throws Fault with its line; the frame can't go on then
     */
    public abstract void run(Frame frame, Turn turn);

    /** Gives those variables of a node their first values that are new there. */
    public abstract void layOut(Storage node, int[] at, boolean[] isNew);
}
