package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;

/**
 * Mail for the kernel's side of a part: it is acted on when the part next runs, whatever its guards and however paused,
 * in the order of arrival.
 */
public abstract sealed class Signal {
    private Signal() {}

    /** Acts, on the worker that runs the part. */
    abstract void act(Cell cell) throws Exception;

    /** The part has exited. */
    void undeliverable(Kernel kernel, Target receiver) {}

    /** Gives a cell its body. */
    static final class Create extends Signal {
        private final Kinds.Birth birth;
        private final @Nullable Runnable confirm;

        Create(Kinds.Birth birth, @Nullable Runnable confirm) {
            this.birth = birth;
            this.confirm = confirm;
        }

        @Override
        void act(Cell cell) throws Exception {
            try {
                cell.born(birth);
                cell.construct(birth);
            } finally {
                if (confirm != null) {
                    confirm.run();
                }
            }
        }
    }

    /** A body that was constructed by the workers begins to live under a policy of its own. */
    static final class Start extends Signal {
        private final Object body;

        Start(Object body) {
            this.body = body;
        }

        @Override
        void act(Cell cell) throws Exception {
            cell.start(body);
        }
    }

    /** The overload that muted the part is over, or the mute is lifted. */
    static final class Unmute extends Signal {
        @Override
        void act(Cell cell) {
            cell.unmuted();
        }

        @Override
        void undeliverable(Kernel kernel, Target receiver) {
            kernel.muting().unmuted();
        }
    }

    /** The outcome of a request. */
    static final class Answer extends Signal {
        private final Pending pending;
        private final Outcome outcome;

        Answer(Pending pending, Outcome outcome) {
            this.pending = pending;
            this.outcome = outcome;
        }

        @Override
        void act(Cell cell) {
            cell.answered();
            outcome.tell(pending);
        }

        @Override
        void undeliverable(Kernel kernel, Target receiver) {
            kernel.deadLetters().add(receiver.toString(), outcome.describe(), DeadLetters.Cause.LATE_REPLY);
        }
    }

    /** Somebody wants to be told of the exit. */
    static final class Watch extends Signal {
        final Target watcher;
        final int mailbox;

        Watch(Target watcher, int mailbox) {
            this.watcher = watcher;
            this.mailbox = mailbox;
        }

        @Override
        void act(Cell cell) {
            cell.watchedBy(this);
        }

        @Override
        void undeliverable(Kernel kernel, Target receiver) {
            kernel.watches().tell(this, receiver, Exit.UNKNOWN);
        }
    }

    /** Somebody whom this part watches has exited. */
    static final class Notice extends Signal {
        final int mailbox;
        final Object message;

        Notice(int mailbox, Object message) {
            this.mailbox = mailbox;
            this.message = message;
        }

        @Override
        void act(Cell cell) {
            cell.notice(this);
        }
    }

    /** A command from outside. */
    public static final class Command extends Signal {
        /** What can be commanded. */
        public enum Order {
            /** Process no more messages until resumed. */
            PAUSE,
            /** Go on. */
            RESUME,
            /** Exit. */
            STOP;

            private static final Order[] ALL = values();

            static Order of(int code) {
                return ALL[Math.floorMod(code, ALL.length)];
            }
        }

        final Order order;

        /**
         * Makes a command.
         *
         * @param order what to do
         */
        public Command(Order order) {
            this.order = order;
        }

        @Override
        void act(Cell cell) {
            switch (order) {
                case PAUSE -> cell.paused(true);
                case RESUME -> cell.paused(false);
                case STOP -> cell.end(Exit.STOPPED);
            }
        }
    }
}
