package org.sojourn.examples.pi;

import java.math.BigInteger;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.sojourn.examples.pi.PiMaster.Message;
import org.sojourn.examples.usage.Output;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;

/**
 * Hands out ranges of digits to whoever asks, and puts together what comes back.
 *
 * <p>Nothing is handed out before every worker has asked once: a place that starts late would find the work done.
 * From then on a place gets as much as it computes.
 */
final class PiMaster extends Actor<Message> {
    /** As in the measurements of HJDS: while one waits for its next range, the other computes. */
    static final int WORKERS_PER_PLACE = 2;

    /** A result has a bound (see {@link org.sojourn.selectors.SelectorSystem#result}); beyond it the digits are printed only. */
    private static final int LONGEST_RESULT = 65_000;

    private static final String PROGRESS_LABEL = "digits of pi";

    /** What workers say. */
    sealed interface Message {}

    /**
     * A worker is there and wants work.
     *
     * @param worker the worker
     */
    record Ready(Handle<Plan.Range> worker) implements Message {}

    /**
     * A worker has done a range, and wants another.
     *
     * @param worker the worker
     * @param result the range's digits
     */
    record Done(Handle<Plan.Range> worker, Plan.Result result) implements Message {}

    private final PiOptions options;
    private final Plan plan;
    private final Deque<Plan.Range> waiting;
    private final List<BigInteger> parts;
    private final List<Handle<Plan.Range>> workers = new ArrayList<>();
    private final List<Handle<Plan.Range>> ready = new ArrayList<>();
    private int done;

    PiMaster(PiOptions options) {
        this.options = options;
        this.plan = new Plan(options.digits());
        this.waiting = new ArrayDeque<>(plan.ranges());
        this.parts = new ArrayList<>(Collections.nCopies(waiting.size(), BigInteger.ZERO));
    }

    @Override
    protected void preStart() {
        Handle<Message> master = self();
        for (Place place : system().places()) {
            for (int i = 0; i < WORKERS_PER_PLACE; i++) {
                workers.add(create(place, () -> new PiWorker(master)));
            }
        }
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Ready(var worker) -> {
                ready.add(worker);
                if (ready.size() == workers.size()) {
                    ready.forEach(this::handOut);
                }
            }
            case Done(var worker, var result) -> {
                parts.set(result.index(), result.digits());
                done++;
                system().progress(PROGRESS_LABEL, done, parts.size());
                handOut(worker);
                if (done == parts.size()) {
                    finish();
                }
            }
        }
    }

    private void handOut(Handle<Plan.Range> worker) {
        // The last range is the dearest: handed out first, it does not leave the others waiting at the end.
        Plan.Range next = waiting.pollLast();
        if (next != null) {
            worker.send(next);
        }
    }

    private void finish() {
        workers.forEach(Handle::stop);
        String decimals = plan.decimals(parts);
        if (!decimals.equals(Chudnovsky.decimals(options.digits()))) {
            throw new IllegalStateException(
                    "the digits computed from ranges differ from those of the Chudnovsky series");
        }
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
        exit();
    }
}
