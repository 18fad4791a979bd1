package org.sojourn.examples.pi;

import java.math.BigInteger;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.sojourn.examples.usage.Output;
import org.sojourn.selectors.work.Master;
import org.sojourn.selectors.work.Task;

/** Has ranges of digits computed at all places, whichever those are, and puts together what comes back. */
class PiMaster extends Master<Plan.Range, Plan.Result> {
    /** As in the measurements of HJDS: while one waits for its next range, the other computes. */
    static final int WORKERS_PER_PLACE = 2;

    /** A result has a bound (see {@link org.sojourn.selectors.SelectorSystem#result}); beyond it the digits are printed only. */
    private static final int LONGEST_RESULT = 65_000;

    private static final String PROGRESS_LABEL = "digits of pi";

    /** Computes a range. A record, so that workers may move. */
    private record Extract() implements Task<Plan.Range, Plan.Result> {
        @Override
        public Plan.Result compute(Plan.Range range) {
            return range.compute();
        }
    }

    private final PiOptions options;
    private final Plan plan;
    private final List<BigInteger> parts;

    PiMaster(PiOptions options) {
        super(new Extract(), WORKERS_PER_PLACE);
        this.options = options;
        this.plan = new Plan(options.digits());
        List<Plan.Range> ranges = plan.ranges();
        this.parts = new ArrayList<>(Collections.nCopies(ranges.size(), BigInteger.ZERO));
        // The last range is the dearest: handed out first, it does not leave the others waiting at the end.
        for (int i = ranges.size() - 1; i >= 0; i--) {
            add(ranges.get(i));
        }
        close();
    }

    @Override
    protected void result(long index, Plan.Result result) {
        parts.set(result.index(), result.digits());
        system().progress(PROGRESS_LABEL, done(), parts.size());
    }

    @Override
    protected void finished() {
        done(plan.decimals(parts));
    }

    /** All digits are there. */
    void done(String decimals) {
        check(decimals);
        system().result("digits", options.digits());
        system().result("check", "equal to the Chudnovsky series in every digit");
        if (options.out().isEmpty()) {
            if (decimals.length() <= LONGEST_RESULT) {
                system().result("pi", decimals);
            }
            System.out.println(decimals);
        } else if (Output.written(options.out().get(), file -> Files.writeString(file, decimals + "\n"))) {
            system().result("out", options.out().get().toString());
        } else {
            System.err.println("the digits go to standard output, not to be lost");
            System.out.println(decimals);
            system().stop(1);
        }
    }

    /** Throws if these aren't the digits of pi by another formula. */
    final void check(String decimals) {
        if (!decimals.equals(Chudnovsky.decimals(options.digits()))) {
            throw new IllegalStateException(
                    "the digits computed from ranges differ from those of the Chudnovsky series");
        }
    }
}
