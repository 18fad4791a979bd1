package org.sojourn.host.place;

import static java.lang.System.Logger.Level.ERROR;

import java.util.ArrayList;
import java.util.List;

/**
 * The looks that a place takes now and then, on its clock's thread. One look that fails keeps no other from its turn, and isn't given up: what
 * it lacked, such as a thread or memory, may be there the next time. It is logged for the first, second, fourth, eighth ... time.
 *
 * <p>For one thread.
 */
final class Looks {
    private static final System.Logger LOG = System.getLogger(Looks.class.getName());

    private final String place;
    private final List<Look> all = new ArrayList<>();

    private static final class Look {
        private final String name;
        private final Runnable body;
        private long failures;

        Look(String name, Runnable body) {
            this.name = name;
            this.body = body;
        }
    }

    /** Looks at nothing yet; {@code place} is for people. */
    Looks(String place) {
        this.place = place;
    }

    /** Adds a look; {@code name} is for people. */
    void add(String name, Runnable body) {
        all.add(new Look(name, body));
    }

    /** Looks, at each in turn. */
    void run() {
        for (Look each : all) {
            try {
                each.body.run();
            } catch (Throwable failure) { // whatever it is, the others must have their turn
                each.failures++;
                if (Long.bitCount(each.failures) == 1) {
                    tell(each, failure);
                }
            }
        }
    }

    private void tell(Look look, Throwable failure) {
        String times = look.failures == 1 ? "" : ", " + look.failures + " times so far";
        LOG.log(ERROR, place + ": " + look.name + " has failed" + times + "; it is tried again", failure);
    }
}
