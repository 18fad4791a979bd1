package org.sojourn.bench.savina.concurrency;

import java.util.List;
import java.util.stream.IntStream;
import org.sojourn.bench.savina.concurrency.Arbiter.Message;
import org.sojourn.bench.work.Smoke;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Lets one smoker after the other begin; when all cigarettes have been begun, gathers what was smoked. */
final class Arbiter extends Selector<Message> {
    static final Mailbox<Started> STARTED = Mailbox.of("started", Started.class);
    static final Mailbox<Report> REPORTS = Mailbox.of("reports", Report.class);
    static final Mailbox<Result> RESULTS = Mailbox.of("results", Result.class).initiallyDisabled();

    /** What an arbiter is told. */
    sealed interface Message {}

    /** The table is free again. */
    record Started() implements Message {}

    /** A smoker has exited. */
    record Report(Smoke smoked) implements Message {}

    record Result(ReplyTo<Smoke> asker) implements Message {}

    private final Smoke.Lots lots;
    private final List<Handle<Smoker.Message>> smokers;
    private int left;
    private int reports;
    private Smoke smoked = Smoke.NONE;

    Arbiter(int rounds, int smokers) {
        super(STARTED, REPORTS, RESULTS);
        this.lots = new Smoke.Lots(rounds, smokers);
        this.left = rounds;
        Handle<Message> arbiter = self();
        this.smokers = IntStream.range(0, smokers)
                .mapToObj(i -> create(() -> new Smoker(i, arbiter)))
                .toList();
    }

    @Override
    protected void preStart() {
        round();
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Started() -> round();
            case Report(var part) -> {
                smoked = smoked.plus(part);
                reports++;
                setEnabled(RESULTS, reports == smokers.size());
            }
            case Result(var asker) -> {
                asker.reply(smoked);
                exit();
            }
        }
    }

    private void round() {
        if (left > 0) {
            left--;
            smokers.get(lots.smoker()).send(new Smoker.Light(lots.steps()));
        } else {
            smokers.forEach(smoker -> smoker.send(new Smoker.Exit()));
        }
    }
}
