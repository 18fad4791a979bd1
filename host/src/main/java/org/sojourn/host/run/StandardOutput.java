package org.sojourn.host.run;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.kernel.quiesce.Ending;

/** What a program prints must get out: a disk that is full and a reader that has gone make a run fail. */
public final class StandardOutput {
    /** Says so. */
    public static final String UNWRITABLE = "standard output could not be written";

    private StandardOutput() {}

    /**
     * Writes what is left to be written, and judges.
     *
     * @param ended how the run would have ended
     * @return the same, or failed if it went well but for its output
     */
    static Notice.Ended judged(Notice.Ended ended) {
        if (!System.out.checkError() || ended.status() != 0) {
            return ended;
        }
        List<String> sentences = new ArrayList<>(List.of(UNWRITABLE));
        sentences.addAll(ended.ending().sentences());
        Ending failed = new Ending(Ending.Word.FAILED, sentences, ended.ending().reports());
        return new Notice.Ended(failed, failed.word().status());
    }
}
