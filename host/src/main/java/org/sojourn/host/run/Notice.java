package org.sojourn.host.run;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.sojourn.host.place.PlaceRuntime;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.port.Cause;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;

/** What a place tells its launcher. */
public sealed interface Notice {
    /**
     * The ports are bound.
     *
     * @param address where the place listens
     * @param heapBytes the most that its heap can hold
     */
    record Bound(Network.Address address, long heapBytes) implements Notice {}

    /**
     * The place runs. At the init place: the program's main is about to be called.
     *
     * @param loadMillis milliseconds from the JVM's start until the place's code ran
     * @param boundMillis milliseconds until the ports were bound
     * @param madeMillis milliseconds until the kernel was there
     * @param upMillis milliseconds until now
     */
    record Up(long loadMillis, long boundMillis, long madeMillis, long upMillis) implements Notice {}

    /** The program's main begins now. */
    record Begins() implements Notice {}

    /**
     * The run is quiescent, and goes on all the same, see {@link Beginning#isManual}.
     *
     * @param ending how it would have ended
     */
    record Rests(Ending ending) implements Notice {}

    /** The run is quiescent no longer. */
    record Resumes() implements Notice {}

    /**
     * The program has got on.
     *
     * @param label what is being done
     * @param done how much is done
     * @param total how much there is
     */
    record Progress(String label, long done, long total) implements Notice {}

    /**
     * The program has a result.
     *
     * @param key its name
     * @param json its value
     */
    record Result(String key, String json) implements Notice {}

    /**
     * How the places are, from the init place: now and then, and before it exits by its own will.
     *
     * @param reports what each place says of itself
     */
    record Sampled(Map<Member, PlaceReport> reports) implements Notice {}

    /**
     * The run has ended.
     *
     * @param ending how
     * @param status the exit status
     */
    record Ended(Ending ending, int status) implements Notice {}

    /**
     * This place holds another to be out; the launcher ends its process and tells the rest.
     *
     * @param member which
     */
    record Lost(Member member) implements Notice {}

    /**
     * The place has learnt that it is out of the run, and ends; its process may be another place. The launcher answers by {@link
     * Order.Assign}, or by {@link Order.Stop}.
     *
     * @param cause why, a sentence
     */
    record Out(String cause) implements Notice {}

    /** The place was asked by a signal to leave the run. */
    record Leaves() implements Notice {}

    /** The place asks for the terminal, see {@link SharedTerminal}. */
    record AsksForTerminal() implements Notice {}

    /** The place gives the terminal to the launcher. */
    record GivesTerminal() implements Notice {}

    /** The process exits by its own will, as by {@code System.exit}; its exit status tells the rest. */
    record Exiting() implements Notice {}

    /**
     * The place can't go on.
     *
     * @param sentence why, for people
     * @param status the exit status that fits
     */
    record Fatal(String sentence, int status) implements Notice {}

    /**
     * What {@link Order.Tell} has asked.
     *
     * @param question that of the order
     * @param report the place in numbers
     * @param dump in words
     */
    record Told(int question, PlaceReport report, Dump dump) implements Notice {}

    /**
     * What {@link Order.Drain} has come to.
     *
     * @param question that of the order
     * @param refusal why the place can't be drained, a sentence; empty if it was
     * @param left how many have left
     * @param alive what still lives there, by kind
     * @param reasons why, a sentence each
     */
    record Drained(int question, String refusal, long left, Map<String, Long> alive, List<String> reasons)
            implements Notice {
        /**
         * Has a place drained.
         *
         * @param question what the answer is to repeat
         * @param place the place
         * @return what it has come to, when nothing leaves any more
         */
        public static CompletableFuture<Drained> of(int question, PlaceRuntime place) {
            try {
                return place.drain()
                        .thenApply(all -> new Drained(question, "", all.left(), all.alive(), all.reasons()));
            } catch (IllegalStateException e) {
                return CompletableFuture.completedFuture(refused(question, String.valueOf(e.getMessage())));
            }
        }

        /**
         * A place that isn't drained.
         *
         * @param question what the answer is to repeat
         * @param why a sentence
         * @return an answer
         */
        public static Drained refused(int question, String why) {
            return new Drained(question, why, 0, Map.of(), List.of());
        }
    }

    /**
     * What a guest has answered to {@link Order.Ask}.
     *
     * @param question that of the order
     * @param refusal why there is no answer, a sentence; empty if there is one
     * @param content the answer
     */
    record Answered(int question, String refusal, byte[] content) implements Notice {
        /** Less than a message may have. */
        private static final int MOST_BYTES = Control.MAX_BYTES / 2;

        /**
         * Waits for what a guest answers.
         *
         * @param question what the answer is to repeat
         * @param guests what it will answer
         * @return the same in a form that can be told, never exceptionally
         */
        public static CompletableFuture<Answered> of(int question, CompletableFuture<byte[]> guests) {
            return guests.handle((answer, failure) -> {
                if (failure == null && answer.length > MOST_BYTES) {
                    return new Answered(
                            question,
                            "the answer has " + answer.length + " bytes, and " + MOST_BYTES
                                    + " at most are told: ask for less, as by a smaller --limit",
                            new byte[0]);
                }
                if (failure == null) {
                    return new Answered(question, "", answer);
                }
                return new Answered(question, Cause.sentence(failure), new byte[0]);
            });
        }
    }
}
