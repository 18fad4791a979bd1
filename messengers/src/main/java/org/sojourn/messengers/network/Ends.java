package org.sojourn.messengers.network;

import org.sojourn.kernel.mail.DeadLetters;

/** How messengers end: when they have run, or as they, or messages to nodes, can't be delivered. Whoever waits for them is told. */
final class Ends {
    private final Nodes place;

    Ends(Nodes place) {
        this.place = place;
    }

    /** A messenger has ended. */
    void ended(Messenger messenger) {
        place.census().ended();
        freed(messenger);
    }

    private void freed(Messenger messenger) {
        if (messenger.errand != null) {
            place.tell(messenger.errand, new Notice(Notice.What.NOT_BACK, null));
        }
        place.journeys().giveBack(messenger);
    }

    /** Something can't be delivered. */
    void undeliverable(String receiver, Item item, DeadLetters.Cause cause) {
        if (item instanceof Notice) {
            return; // it concerned that node alone
        }
        if (item instanceof Messenger called && called.isCalled && isGone(cause)) {
            freed(called); // one of many nodes, which is no more
            return;
        }
        Object what = item instanceof Letter letter ? letter.what : item.toString();
        String type = item instanceof Letter ? what.getClass().getName() : "a messenger";
        place.site().deadLetters().add(receiver, type, what, cause);
        if (item instanceof Messenger lost) {
            if (lost.severs != null && lost.last != null) {
                place.tell(lost.last, new Notice(Notice.What.SEVERED, lost.severs));
            }
            if (lost.brings != null) {
                place.tell(lost.brings.to(), new Notice(Notice.What.UNLINKED, lost.brings.id()));
            }
            if (lost.errand != null || cause != DeadLetters.Cause.EXITED) {
                place.faults().lost(lost, receiver, cause);
            }
            freed(lost);
        }
    }

    private static boolean isGone(DeadLetters.Cause cause) {
        return cause == DeadLetters.Cause.EXITED || cause == DeadLetters.Cause.PLACE_LOST;
    }
}
