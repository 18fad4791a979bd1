package org.sojourn.host.place;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** A load with one thing wrong, which a {@link Soak} must find. */
final class PlantedLoad extends Load {
    /** 16 MB a second, however slow the machine is. */
    private static final int HOARDED_BYTES = 1 << 16;

    private static final Duration TICK = Duration.ofMillis(4);

    /** What is wrong. */
    enum Fault {
        /** A message is counted and never sent. */
        LOSES,
        /** Two messages arrive in the wrong order. */
        REORDERS,
        /** A selector waits for what nobody sends. */
        FORGETS,
        /** What was processed is kept. */
        HOARDS
    }

    private final Fault fault;

    PlantedLoad(Fault fault) {
        this.fault = fault;
    }

    private final class Receiver extends Actor<Integer> {
        private int before;

        @Override
        protected void process(Integer number) {
            account.processed();
            account.check(number > before);
            before = number;
            if (fault != Fault.FORGETS) {
                account.closed();
                exit();
            }
        }
    }

    private final class Hoarder extends Actor<Integer> {
        private final List<byte[]> hoard = new ArrayList<>();
        private final Term term;
        private final long began = System.nanoTime();

        Hoarder(Term term) {
            this.term = term;
        }

        @Override
        protected void process(Integer number) {
            account.processed();
            while (hoard.size() < (System.nanoTime() - began) / TICK.toNanos()) {
                hoard.add(new byte[HOARDED_BYTES]);
            }
            if (term.goesOn(hoard.size())) {
                account.sent();
                after(TICK, number);
            } else {
                account.closed();
                exit();
            }
        }
    }

    @Override
    void begin(SelectorSystem system, Term term) {
        account.opened(1);
        Handle<Integer> receiver =
                fault == Fault.HOARDS ? system.create(() -> new Hoarder(term)) : system.create(Receiver::new);
        account.sent();
        receiver.send(fault == Fault.REORDERS ? -1 : 1);
        if (fault == Fault.LOSES) {
            account.sent();
        }
    }
}
