package org.sojourn.examples.pi;

import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Computes range after range; each result is the request for the next. It lives until the master stops it. */
final class PiWorker extends Actor<Plan.Range> {
    private final Handle<PiMaster.Message> master;

    PiWorker(Handle<PiMaster.Message> master) {
        this.master = master;
    }

    @Override
    protected void preStart() {
        master.send(new PiMaster.Ready(self()));
    }

    @Override
    protected void process(Plan.Range range) {
        Plan.Result result = range.compute();
        system().worked(1);
        master.send(new PiMaster.Done(self(), result));
    }
}
