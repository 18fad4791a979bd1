package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;

/** How a request has ended. */
public sealed interface Outcome {
    /**
     * Tells the asker.
     *
     * @param pending the request
     */
    void tell(Pending pending);

    /**
     * Names it for a log.
     *
     * @return a few words
     */
    String describe();

    /**
     * It was answered.
     *
     * @param value the answer
     */
    record Value(@Nullable Object value) implements Outcome {
        @Override
        public void tell(Pending pending) {
            pending.answered(value);
        }

        @Override
        public String describe() {
            return value == null
                    ? "answer null"
                    : "answer of " + value.getClass().getName();
        }
    }

    /**
     * The receiver answered with a failure.
     *
     * @param failure what it gave
     */
    record Failure(Throwable failure) implements Outcome {
        @Override
        public void tell(Pending pending) {
            pending.failed(failure);
        }

        @Override
        public String describe() {
            return "failure " + failure.getClass().getName();
        }
    }

    /**
     * There is no answer.
     *
     * @param cause why
     * @param detail a sentence
     */
    record None(Cause cause, String detail) implements Outcome {
        /** Why a request stays without an answer. */
        public enum Cause {
            /** No answer came in time. */
            TIMED_OUT,
            /** The receiver has exited, or never existed. */
            RECEIVER_GONE,
            /** The receiver's place is lost. */
            PLACE_LOST;

            private static final Cause[] ALL = values();

            static Cause of(int code) {
                return ALL[Math.floorMod(code, ALL.length)];
            }
        }

        @Override
        public void tell(Pending pending) {
            pending.unanswered(cause, detail);
        }

        @Override
        public String describe() {
            return "no answer (" + detail + ")";
        }
    }
}
