package org.sojourn.bench.savina.parallelism;

import java.util.Iterator;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.FacilityTheory;
import org.sojourn.bench.work.FacilityTheory.Tally;
import org.sojourn.bench.work.Point;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** Customers come to a square, which is divided into quarters, and these again, as facilities are opened for them. */
public final class FacilityLocation implements Benchmark {
    private static final int DEFAULT_CUSTOMERS = 100_000;
    private static final double SIDE = 500;
    private static final long SEED = 123_456;
    private static final double PRECISION = 1e-9;

    private final FacilityTheory theory;
    private final Expected<FacilityTheory.Result> expected;

    /** The suite's parameters. */
    public FacilityLocation() {
        this(DEFAULT_CUSTOMERS);
    }

    /**
     * Other parameters.
     *
     * @param customers how many come, at least 1
     */
    public FacilityLocation(int customers) {
        this.theory = new FacilityTheory(customers, SIDE, SEED);
        this.expected = new Expected<>(theory::result);
    }

    @Override
    public String name() {
        return "FacilityLocation";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "%,d customers in a square of side %.0f".formatted(theory.customers(), SIDE);
    }

    @Override
    public long messages() {
        FacilityTheory.Result result = expected.get();
        // Each customer to each of the squares around it, and the word that another may come; news of facilities; each
        // square is told that all have come, what there is in it, and to exit. The question for the result and its
        // answer.
        return result.arrivals() + theory.customers() + result.news() + 3L * result.squares() + 2;
    }

    @Override
    public String answer() {
        return "facilities, customers and their costs, against a division of one square at a time";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<Message> producer = system.create(() -> new Producer(theory));
        Found found = producer.<Found, Result>request(Producer.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Tally got = found.tally();
        Tally right = expected.get().tally();
        Answers.same("facilities", right.facilities(), got.facilities());
        Answers.same("facilities that the producer has heard of", right.facilities(), found.heardOf());
        Answers.same("customers", right.customers(), got.customers());
        Answers.same("cost", right.cost(), got.cost(), PRECISION * right.cost());
    }

    /** What the producer is told. */
    sealed interface Message permits Progress, Result {}

    sealed interface Progress extends Message permits Next, Quadrant.FromQuarter {}

    /** Another customer may come. */
    record Next() implements Progress {}

    record Result(ReplyTo<Found> asker) implements Message {}

    /** What there is at the end, and how many facilities the producer has been told of one by one. */
    record Found(Tally tally, int heardOf) {}

    /** Makes customers, and is what the largest quadrant takes for an even larger one. */
    private static final class Producer extends Selector<Message> {
        static final Mailbox<Progress> PROGRESS = Mailbox.of("progress", Progress.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final Iterator<Point> points;
        private final Handle<Quadrant.Message> whole;
        private Tally tally = Tally.NONE;
        private int heardOf;

        Producer(FacilityTheory theory) {
            super(PROGRESS, RESULTS);
            this.points = theory.points().iterator();
            Handle<Message> producer = self();
            this.whole = create(() -> Quadrant.whole(producer, theory.whole(), theory.threshold()));
        }

        @Override
        protected void preStart() {
            next();
        }

        @Override
        protected void process(Message message) {
            switch (message) {
                case Next() -> next();
                case Quadrant.Opened _ -> heardOf++;
                case Quadrant.Closed(var all) -> {
                    tally = all;
                    whole.send(new Quadrant.Exit());
                    setEnabled(RESULTS, true);
                }
                case Result(var asker) -> {
                    asker.reply(new Found(tally, heardOf));
                    exit();
                }
            }
        }

        private void next() {
            if (points.hasNext()) {
                whole.send(new Quadrant.Customer(points.next(), self()));
            } else {
                whole.send(new Quadrant.Close());
            }
        }
    }
}
