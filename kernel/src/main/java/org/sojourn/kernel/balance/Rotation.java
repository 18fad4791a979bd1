package org.sojourn.kernel.balance;

import java.util.List;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Words;

/**
 * The policy {@code rotate}: each part that can moves to the next place after so many messages. It makes nothing
 * faster; it shows that a program can't tell where its parts are. It counts messages and looks at no clock, so it is
 * silent when nothing runs.
 */
final class Rotation implements Balancer {
    private final int every;
    private final Balancing place;

    Rotation(Balancing place, int every) {
        this.place = place;
        this.every = every;
        place.watchMessages();
    }

    @Override
    public void processed(Sojourner part) {
        int messages = part.talks().counted();
        if (messages % every == 0 && part.mayLeave()) {
            Member next = placeForNew();
            if (!next.equals(place.here())) {
                place.offer(part, next, "it has processed " + Words.messages(messages) + " here");
            }
        }
    }

    /** The next place in order. */
    @Override
    public Member placeForNew() {
        List<Member> others = place.others();
        for (Member each : others) {
            if (each.compareTo(place.here()) > 0) {
                return each;
            }
        }
        return others.isEmpty() ? place.here() : others.get(0);
    }
}
