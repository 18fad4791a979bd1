package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Haircuts;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** Customers come to a barber, who sleeps while there are none; in the waiting room there are only so many seats. */
public final class SleepingBarber implements Benchmark {
    private final int customers;
    private final int seats;
    private final int rate;

    /** The suite's parameters. */
    public SleepingBarber() {
        this(Haircuts.CUSTOMERS, Haircuts.SEATS, Haircuts.RATE);
    }

    /**
     * Other parameters.
     *
     * @param customers how many come, at least 1
     * @param seats how many may wait in the room, at least 1
     * @param rate steps that pass at most between two customers, and that a haircut takes
     */
    public SleepingBarber(int customers, int seats, int rate) {
        this.customers = customers;
        this.seats = seats;
        this.rate = rate;
    }

    @Override
    public String name() {
        return "SleepingBarber";
    }

    @Override
    public Family family() {
        return Family.CONCURRENCY;
    }

    @Override
    public String parameters() {
        return "%,d customers, %,d seats, rates %,d and %,d".formatted(customers, seats, rate, rate);
    }

    @Override
    public long messages() {
        // A customer enters, is shown a seat, goes to the barber, whose work is begun and done; leaves the street; and
        // the barber is free. At the start he is, too. The word to open, which goes on to the room and to him as the
        // one to close, and its answer.
        return 7L * customers + 1 + 3 + 1;
    }

    @Override
    public String answer() {
        return "that each customer got one haircut, in turn; that the room never held too many";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<WaitingRoom.Message> room = system.create(() -> new WaitingRoom(seats, rate));
        Handle<Street.Message> street = system.create(() -> new Street(customers, rate, room));
        street.<Haircuts>request(Street.Open::new, Patience.LIMIT).join().check(customers, seats);
    }
}
