package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.savina.concurrency.Worker.Message;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Asks a shared collection so many times, the next when it has got the last reply. */
abstract class Worker extends Actor<Message> {
    /** What a worker is told. */
    sealed interface Message {}

    record Start() implements Message {}

    /** What the collection says. */
    record Reply(int value) implements Message {}

    private final Handle<Crowd.Message> master;
    private int left;
    private int fitting;

    Worker(Handle<Crowd.Message> master, int requests) {
        this.master = master;
        this.left = requests;
    }

    /** Sends a request. */
    abstract void ask();

    /** Tells whether the reply to the last request can be right. */
    abstract boolean fits(int value);

    @Override
    protected void process(Message message) {
        if (message instanceof Reply(var value) && fits(value)) {
            fitting++;
        }
        if (left > 0) {
            left--;
            ask();
        } else {
            master.send(Crowd.REPORTS, new Crowd.Done(fitting));
            exit();
        }
    }
}
