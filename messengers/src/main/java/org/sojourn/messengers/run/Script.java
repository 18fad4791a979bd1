package org.sojourn.messengers.run;

import java.util.BitSet;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.MalformedFormException;

/** A form that can be run. Knows nothing of the messengers that it runs; any number of threads may run it at once. */
public abstract class Script {
    private final Form form;
    private final Layout messenger;
    private final Resumptions resumptions;
    private final int[] watched;

    /**
     * For those who run forms.
     *
     * @throws MalformedFormException if the form isn't sound
     */
    Script(Form form) {
        form.check();
        this.form = form;
        this.messenger = new Layout(form.messenger());
        this.resumptions = new Resumptions(form);
        this.watched = Watched.of(form);
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

    /** {@return whether a messenger may go on at a step; one that a peer has sent may be anywhere} */
    public final boolean isResumption(int step) {
        return resumptions.has(step);
    }

    /**
     * {@return which variables of the messenger may still be read once it goes on at a step, by their number} Only their values have to
     * travel; the others may have any, but arrays have to be there.
     *
     * @throws IllegalArgumentException if no messenger goes on there
     */
    public final BitSet live(int step) {
        return resumptions.live(step);
    }

    /**
     * {@return the number of the node's variable by which alone it is decided how long a messenger waits at a step; -1 if there is none such}
     */
    public final int watched(int step) {
        return step < watched.length ? Math.max(watched[step], Watched.NONE) : Watched.NONE;
    }

    /** {@return whether it depends on how many links, messengers or places there are how long a messenger waits at a step} */
    public final boolean counts(int step) {
        return step < watched.length && watched[step] == Watched.COUNTS;
    }

    /** {@return about how many bytes of memory it has} */
    long footprint() {
        return resumptions.footprint() + (long) Integer.BYTES * watched.length + 10L * form.bytes().length;
    }

    /**
     * Runs a messenger from its step to the next scheduling point, of which its turn is told by one call of one of the methods for that,
     * as the last thing that is done; by then {@link Frame#step} is the step after it. An {@link org.sojourn.messengers.form.Step.Await}
     * whose condition holds is no point; if it doesn't, {@code step} stays the one of the await. What the frame has as results is gone
     * by then.
     *
     * <p>While it runs, the variables of the node stay where they stand: nobody replaces the arrays of {@link Turn#node} and {@link
     * Turn#at}, nor arrays among the objects.
     *
     * @throws Fault with its line; the frame can't go on then
     */
    public abstract void run(Frame frame, Turn turn);

    /** Gives those variables of a node their first values that are new there. */
    public final void layOut(Storage node, int[] at, boolean[] isNew) {
        new FirstValues(form, node, at, isNew).store();
    }
}
