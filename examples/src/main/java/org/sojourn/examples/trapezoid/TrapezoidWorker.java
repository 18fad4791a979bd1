package org.sojourn.examples.trapezoid;

import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Computes the shares that it is sent, until the master stops it. */
final class TrapezoidWorker extends Actor<Integral.Share> {
    private final Handle<TrapezoidMaster.Sum> master;

    TrapezoidWorker(Handle<TrapezoidMaster.Sum> master) {
        this.master = master;
    }

    @Override
    protected void process(Integral.Share share) {
        double sum = share.sum();
        system().worked(1);
        master.send(new TrapezoidMaster.Sum(share.index(), sum));
    }
}
