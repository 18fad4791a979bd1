package org.sojourn.kernel.quiesce;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sojourn.kernel.port.Member;

/**
 * How a run has ended.
 *
 * @param sentences who waits for whom, what failed, or what was lost
 * @param reports what each surviving place said
 */
public record Ending(Word word, List<String> sentences, Map<Member, PlaceReport> reports) {
    /** The words, each with an exit status. */
    public enum Word {
        /** Every part has exited. */
        FINISHED("finished", 0),
        /** Idle parts are left, and nobody is owed anything. */
        QUIESCENT("quiescent", 0),
        /** A failure that nobody handled, or a message that no mailbox took and of which nobody was told. */
        FAILED("failed", 1),
        /** Answers are owed, or mail waits where nothing will let it be processed. */
        STALLED("stalled", 3),
        /** A place was lost. */
        TERMINATED_WITH_LOSS("terminated with loss", 4),
        /** The program asked for it, by {@code stop} or {@code System.exit}. */
        STOPPED("stopped", 0);

        private final String text;
        private final int status;

        Word(String text, int status) {
            this.text = text;
            this.status = status;
        }

        /** {@return the exit status, 0 to 4; that of {@link #STOPPED} is what the program asked for} */
        public int status() {
            return status;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * Judges a quiescent run.
     *
     * @param reports of all surviving places
     * @param losses a sentence for each lost place
     */
    public static Ending of(Map<Member, PlaceReport> reports, List<String> losses) {
        Map<Member, PlaceReport> sorted = new TreeMap<>(reports);
        List<String> failures = new ArrayList<>();
        List<String> mistakes = new ArrayList<>();
        List<String> waits = new ArrayList<>();
        Map<String, Long> alive = new TreeMap<>();
        long failed = 0;
        for (PlaceReport report : sorted.values()) {
            failed += report.failed();
            failures.addAll(report.failures());
            mistakes.addAll(report.mistakes());
            waits.addAll(report.owed());
            waits.addAll(report.withheld());
            report.alive().forEach((kind, count) -> alive.merge(kind, count, Long::sum));
        }
        if (!losses.isEmpty()) {
            List<String> sentences = new ArrayList<>(losses);
            sentences.addAll(mistakes);
            return new Ending(Word.TERMINATED_WITH_LOSS, sentences, sorted);
        }
        if (failed > 0 || !mistakes.isEmpty()) {
            failures.addAll(mistakes);
            return new Ending(Word.FAILED, failures, sorted);
        }
        if (!waits.isEmpty()) {
            return new Ending(Word.STALLED, waits, sorted);
        }
        if (!alive.isEmpty()) {
            List<String> kinds = new ArrayList<>();
            alive.forEach((kind, count) -> kinds.add(count + " " + kind));
            return new Ending(Word.QUIESCENT, List.of("idle: " + String.join(", ", kinds)), sorted);
        }
        return new Ending(Word.FINISHED, List.of(), sorted);
    }
}
