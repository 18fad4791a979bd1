package org.sojourn.testkit;

import org.sojourn.kernel.flow.Muting;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/**
 * A worker that went to sleep as the last one is put aside before it can say so. Meanwhile a thread sends, the other worker
 * runs and many are muted; then the first one goes on, and nobody may be lifted: the other one is about to open the mailbox.
 *
 * <p>Run in a kernel whose workers call {@link #PREEMPTION} there.
 */
final class PreemptedRun {
    /** What a worker does between finding all idle and telling so. */
    static final String PREEMPTION = "((Runnable) System.getProperties().get(\"sojourn.test.preemption\")).run();";

    private static final String KEY = "sojourn.test.preemption";
    private static final int MAKERS = 50;
    private static final int ITEMS = 40;
    private static final int TICKS = 20_000;

    private PreemptedRun() {}

    private record Item() {}

    private record Open() {}

    private record GoOn() {}

    private static final class Sink extends Selector<Object> {
        private static final Mailbox<Open> ORDERS = Mailbox.of("orders", Open.class);
        private static final Mailbox<Item> ITEMS =
                Mailbox.of("items", Item.class).bound(4).initiallyDisabled();

        Sink() {
            super(ORDERS, ITEMS);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Open) {
                setEnabled(ITEMS, true);
            }
        }
    }

    private static final class Maker extends Actor<GoOn> {
        private final Handle<Object> sink;
        private int made;

        Maker(Handle<Object> sink) {
            this.sink = sink;
        }

        @Override
        protected void process(GoOn message) {
            sink.send(new Item());
            if (++made < ITEMS) {
                self().send(message);
            }
        }
    }

    /** Is busy for a time, and opens the sink then. */
    private static final class Opener extends Actor<GoOn> {
        private final Handle<Object> sink;
        private int ticks;

        Opener(Handle<Object> sink) {
            this.sink = sink;
        }

        @Override
        protected void process(GoOn message) {
            if (++ticks < TICKS) {
                self().send(message);
            } else {
                sink.send(new Open());
            }
        }
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> isChecked ? run(seed) : "");
    }

    private static String run(long seed) {
        Runnable nothing = () -> {};
        System.getProperties().put(KEY, nothing);
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(1).seed(seed).workers(2).start()) {
            Muting muting = cluster.cluster().kernel(0).muting();
            Handle<Object> sink = cluster.place(0).create(Sink::new);
            Handle<GoOn> opener = cluster.place(0).create(() -> new Opener(sink));
            Group<GoOn> makers = cluster.place(0).createGroup(MAKERS, (group, index) -> new Maker(sink));
            Runnable meanwhile = () -> {
                System.getProperties().put(KEY, nothing);
                opener.send(new GoOn());
                makers.broadcast(new GoOn());
                while (muting.mutes() == 0 && cluster.cluster().simulation().step()) {
                    // the others run
                }
            };
            System.getProperties().put(KEY, meanwhile);
            cluster.run();
            return muting.mutes() > 0 && muting.lifted() == 0
                    ? ""
                    : "muted " + muting.mutes() + ", lifted " + muting.lifted();
        } finally {
            System.getProperties().remove(KEY);
        }
    }
}
