package org.sojourn.kernel.time;

import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Signal;
import org.sojourn.kernel.part.Target;

/** What a part waited for is here. */
final class Happened extends Signal {
    /** Something that a part waits for: a timer, the outcome of a future. */
    interface Event {
        /** It is here; in the part's turn. */
        void happened(Cell cell);

        /** The part has exited before. */
        void missed(Parts parts, Target receiver);

        /** Names it for people. */
        String describe();
    }

    private final Event event;

    Happened(Event event) {
        this.event = event;
    }

    @Override
    protected void act(Cell cell) {
        event.happened(cell);
    }

    @Override
    protected void undeliverable(Parts parts, Target receiver, DeadLetters.Cause cause) {
        event.missed(parts, receiver);
    }

    @Override
    protected String doing() {
        return event.describe();
    }
}
