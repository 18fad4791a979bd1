package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.savina.concurrency.Arbitrator.Message;
import org.sojourn.bench.work.Table;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Gives out the forks. Whoever is hungry while a neighbour eats waits in the mailbox, and is denied nothing. */
final class Arbitrator extends Selector<Message> {
    static final Mailbox<Leave> LEAVES = Mailbox.of("leaves", Leave.class);
    static final Mailbox<Hungry> HUNGRY = Mailbox.of("hungry", Hungry.class)
            .when(Arbitrator.class, (arbitrator, hungry) -> arbitrator.table.isFree(hungry.seat()));
    static final Mailbox<Result> RESULTS = Mailbox.of("results", Result.class).initiallyDisabled();

    /** What an arbitrator is told. */
    sealed interface Message {}

    record Hungry(int seat, Handle<Philosopher.Message> philosopher) implements Message {}

    /** In one mailbox, for a philosopher exits when the last meal is done. */
    sealed interface Leave extends Message {}

    record Done(int seat) implements Leave {}

    record Exit(int meals) implements Leave {}

    record Result(ReplyTo<Table.Dinner> asker) implements Message {}

    private final int seats;
    private final int rounds;
    private final Table table;
    private int exited;
    private long meals;

    Arbitrator(int seats, int rounds) {
        super(LEAVES, HUNGRY, RESULTS);
        this.seats = seats;
        this.rounds = rounds;
        this.table = new Table(seats);
    }

    @Override
    protected void preStart() {
        Handle<Message> arbitrator = self();
        int often = rounds;
        for (int i = 0; i < seats; i++) {
            int seat = i;
            create(() -> new Philosopher(seat, often, arbitrator)).send(new Philosopher.Start());
        }
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Hungry(var seat, var philosopher) -> {
                table.take(seat);
                philosopher.send(new Philosopher.Eat());
            }
            case Done(var seat) -> table.putBack(seat);
            case Exit(var eaten) -> {
                meals += eaten;
                exited++;
                setEnabled(RESULTS, exited == seats);
            }
            case Result(var asker) -> {
                asker.reply(table.dinner(meals));
                exit();
            }
        }
    }
}
