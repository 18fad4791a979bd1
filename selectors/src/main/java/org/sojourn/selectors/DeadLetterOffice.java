package org.sojourn.selectors;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/**
 * Passes the dead letters of one place on to its subscribers, wherever they are.
 *
 * <p><b>Never in the way.</b> Dead letters are found in the midst of other work: in a send, in the end of a
 * selector, on a link's thread. There only a counter is raised and the letter is left to the <em>clerk</em>, a selector
 * of the runtime's own at each place. The clerk sends it on as any selector would, and is muted by a slow subscriber as
 * any selector would be; then at most {@link Bound#WAITING_DEAD_LETTERS} letters wait for it, and the next ones are counted
 * and told as a number. Without subscribers, nothing is left to anybody.
 *
 * <p><b>Of the whole run.</b> The clerk of each place has a well-known name. A subscription to all places is one at each
 * clerk, also at those of places that join later.
 *
 * <p><b>No echo.</b> A dead letter that can't be delivered itself is counted by the kernel like any other, but not passed
 * on.
 */
final class DeadLetterOffice implements DeadLetters.Listener {
    /** The count of the clerk's name. */
    private static final long COUNT = 2;

    private static final int BOUND = Bound.WAITING_DEAD_LETTERS.intValue();

    /** Asks a clerk for all letters that it gets from now on. */
    record Subscribe(Handle<? super DeadLetter> subscriber) {}

    /** Passes letters on. */
    private static final class Clerk extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("letters", Object.class);
        private final DeadLetterOffice office;
        private final Set<Handle<? super DeadLetter>> subscribers = new LinkedHashSet<>();

        Clerk(DeadLetterOffice office) {
            super(ALL);
            this.office = office;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof DeadLetter letter) {
                office.waiting.decrementAndGet();
                DeadLetter counted = letter.withMissed(office.missed.getAndSet(0));
                subscribers.forEach(subscriber -> pass(counted, subscriber));
            } else if (message instanceof Subscribe order) {
                office.isWanted = true;
                if (subscribers.add(order.subscriber())) {
                    watch(order.subscriber(), ALL);
                }
            } else if (message instanceof Exited exited) {
                subscribers.removeIf(exited.who()::equals);
                office.everywhere.removeIf(exited.who()::equals);
                office.isWanted = !subscribers.isEmpty();
            }
        }

        private static void pass(DeadLetter letter, Handle<? super DeadLetter> subscriber) {
            try {
                subscriber.send(letter);
            } catch (UnsendableException e) {
                subscriber.send(letter.withoutMessage());
            }
        }
    }

    private final Kernel kernel;
    private final Place here;
    private final Cell clerk;
    private final List<Handle<? super DeadLetter>> everywhere = new CopyOnWriteArrayList<>();

    /** Letters left to the clerk. Raised before they are left, lowered in the clerk's turns. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final AtomicLong missed = new AtomicLong();

    /**
     * Whether the clerk has subscribers, or will have by the time it gets to a letter that is left to it now. Written in its turns, and by
     * those who subscribe here. A thread that reads an old value misses a letter at the edge.
     */
    private volatile boolean isWanted;

    DeadLetterOffice(Kernel kernel) {
        this.kernel = kernel;
        this.here = new Place(kernel.site().self().place());
        this.clerk = kernel.parts().createWellKnown(COUNT, () -> new Clerk(this));
        kernel.site().deadLetters().listener(this);
        kernel.site().switchboard().watch(new Switchboard.Watcher() {
            @Override
            public void joined(Member member) {
                everywhere.forEach(subscriber -> subscribe(member, subscriber));
            }

            @Override
            public void lost(Member member, String cause) {
                // Its clerk is lost with it; the clerks here are told of subscribers there by their watches.
            }
        });
    }

    @Override
    public boolean dead(String receiver, String messageType, @Nullable Object message, DeadLetters.Cause cause) {
        if (!isWanted || message instanceof DeadLetter || message instanceof Subscribe) {
            return false;
        }
        if (waiting.incrementAndGet() > BOUND) {
            waiting.decrementAndGet();
            missed.incrementAndGet();
            return true;
        }
        clerk.post(new DeadLetter(here, receiver, messageType, message, causeOf(cause), 0));
        return true;
    }

    private static DeadLetter.Cause causeOf(DeadLetters.Cause cause) {
        return switch (cause) {
            case EXITED -> DeadLetter.Cause.EXITED;
            case UNKNOWN -> DeadLetter.Cause.UNKNOWN;
            case PLACE_LOST -> DeadLetter.Cause.PLACE_LOST;
            case WAY_LOST -> DeadLetter.Cause.WAY_LOST;
            case NO_MAILBOX -> DeadLetter.Cause.NO_MAILBOX;
            case LATE_REPLY -> DeadLetter.Cause.LATE_REPLY;
            case FAR -> DeadLetter.Cause.FAR;
            case UNDECODABLE -> DeadLetter.Cause.UNDECODABLE;
            case STOPPED -> DeadLetter.Cause.STOPPED;
        };
    }

    /** Subscribes at every place. */
    void subscribe(Handle<? super DeadLetter> subscriber) {
        everywhere.add(subscriber);
        kernel.site().switchboard().members().forEach(member -> subscribe(member, subscriber));
    }

    void subscribe(Member at, Handle<? super DeadLetter> subscriber) {
        new Handle<>(kernel, kernel.parts().locate(Name.of(at, COUNT), at)).send(new Subscribe(subscriber));
        if (at.equals(kernel.site().self())) {
            isWanted = true; // the order is in the clerk's mail, before any letter from now on
        }
    }
}
