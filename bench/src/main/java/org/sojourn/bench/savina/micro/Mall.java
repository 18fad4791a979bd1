package org.sojourn.bench.savina.micro;

import java.util.Optional;
import org.sojourn.bench.savina.micro.Mall.Message;
import org.sojourn.bench.work.Colour;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Brings chameneos together in pairs. When it has closed, it gathers what they have seen. */
final class Mall extends Selector<Message> {
    static final Mailbox<Visit> VISITS = Mailbox.of("visits", Visit.class);
    static final Mailbox<Faded> FADED = Mailbox.of("faded", Faded.class);
    static final Mailbox<Result> RESULTS = Mailbox.of("results", Result.class).initiallyDisabled();

    /** What a mall is told. */
    sealed interface Message {}

    /** A chameneo has come, and waits for another. */
    record Visit(Colour colour, Handle<Chameneo.Message> visitor) implements Message {}

    /** A chameneo knows that the mall is closed. */
    record Faded(int meetings, Colour colour) implements Message {}

    record Result(ReplyTo<Sums> asker) implements Message {}

    /** Over all chameneos: the meetings that they had, and the numbers of their colours. */
    record Sums(long meetings, long colours) {}

    private final int chameneos;
    private int left;
    private Optional<Handle<Chameneo.Message>> waiting = Optional.empty();
    private int faded;
    private long meetings;
    private long colours;

    Mall(int chameneos, int meetings) {
        super(VISITS, FADED, RESULTS);
        this.chameneos = chameneos;
        this.left = meetings;
    }

    @Override
    protected void preStart() {
        Handle<Message> mall = self();
        for (int i = 0; i < chameneos; i++) {
            Colour colour = Colour.ofIndex(i);
            create(() -> new Chameneo(mall, colour));
        }
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Visit(var colour, var visitor) -> visit(colour, visitor);
            case Faded(var had, var colour) -> {
                meetings += had;
                colours += colour.ordinal();
                faded++;
                setEnabled(RESULTS, faded == chameneos);
            }
            case Result(var asker) -> {
                asker.reply(new Sums(meetings, colours));
                exit();
            }
        }
    }

    private void visit(Colour colour, Handle<Chameneo.Message> visitor) {
        if (left == 0) {
            visitor.send(new Chameneo.Closed());
        } else if (waiting.isEmpty()) {
            waiting = Optional.of(visitor);
        } else {
            left--;
            waiting.get().send(new Chameneo.Meet(colour, visitor));
            waiting = Optional.empty();
        }
    }
}
