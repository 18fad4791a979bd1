package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.savina.concurrency.SeriesWorker.Message;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/** Has one term after the other computed. While it waits for one, its orders are behind a guard. */
final class SeriesWorker extends Selector<Message> {
    static final Mailbox<Order> ORDERS = Mailbox.of("orders", Order.class);
    static final Mailbox<Term> TERMS = Mailbox.of("terms", Term.class);

    /** What a worker is told. */
    sealed interface Message {}

    /** What the master tells it. */
    sealed interface Order extends Message {}

    /** Compute one term more. */
    record Next() implements Order {}

    /** Tell the master the last term. */
    record Tell() implements Order {}

    record Stop() implements Order {}

    /** What the computer answers. */
    record Term(double value) implements Message {}

    private final int index;
    private final Handle<RateComputer.Message> computer;
    private final Handle<SeriesMaster.Message> master;
    private double term;

    SeriesWorker(int index, double first, Handle<RateComputer.Message> computer, Handle<SeriesMaster.Message> master) {
        super(ORDERS, TERMS);
        this.index = index;
        this.term = first;
        this.computer = computer;
        this.master = master;
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Next() -> {
                computer.send(new RateComputer.Compute(term, self()));
                setEnabled(ORDERS, false);
            }
            case Term(var value) -> {
                term = value;
                setEnabled(ORDERS, true);
            }
            case Tell() -> master.send(SeriesMaster.TERMS, new SeriesMaster.Last(index, term));
            case Stop() -> exit();
        }
    }
}
