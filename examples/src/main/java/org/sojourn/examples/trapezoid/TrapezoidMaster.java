package org.sojourn.examples.trapezoid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sojourn.examples.trapezoid.TrapezoidMaster.Sum;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;

/** Gives each worker its share, and adds up in the order of shares: the sum does not depend on who was first. */
class TrapezoidMaster extends Actor<Sum> {
    /**
     * A worker's answer.
     *
     * @param index which share
     * @param value its part of the integral
     */
    record Sum(int index, double value) {}

    private final Integral integral;
    private final double[] sums;
    private final List<Handle<Integral.Share>> workers = new ArrayList<>();
    private int done;

    TrapezoidMaster(TrapezoidOptions options) {
        this.integral = new Integral(options.pieces());
        this.sums = new double[options.workers()];
    }

    @Override
    protected void preStart() {
        Handle<Sum> master = self();
        List<Place> places = system().places();
        for (Integral.Share share : integral.shares(sums.length)) {
            Place place = places.get(share.index() % places.size());
            Handle<Integral.Share> worker = create(place, () -> new TrapezoidWorker(master));
            worker.send(share);
            workers.add(worker);
        }
    }

    @Override
    protected void process(Sum sum) {
        sums[sum.index()] = sum.value();
        done++;
        system().progress("shares", done, sums.length);
        if (done == sums.length) {
            finish(Arrays.stream(sums).sum());
        }
    }

    private void finish(double sum) {
        workers.forEach(Handle::stop);
        done(sum);
        exit();
    }

    /** All shares are there. */
    void done(double sum) {
        check(sum);
        system().result("pieces", integral.pieces());
        system().result("integral", sum);
        double error = Integral.relativeError(sum);
        system().result("relativeError", error);
        System.out.println("The integral of e^x sin x from 0 to pi is " + sum);
        System.out.println("Relative error " + error + ", where the rule and rounding explain at most "
                + integral.expectedError());
    }

    /** Throws if the rule and rounding don't explain how far a sum is from the integral. */
    final void check(double sum) {
        double error = Integral.relativeError(sum);
        double expected = integral.expectedError();
        // Negated, so that a sum which is no number fails as well.
        if (!(error <= expected)) {
            throw new IllegalStateException("the integral " + sum + " has a relative error of " + error + "; at most "
                    + expected + " is explained");
        }
    }
}
