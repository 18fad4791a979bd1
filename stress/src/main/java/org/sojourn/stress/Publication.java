package org.sojourn.stress;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.sojourn.kernel.mail.Inbox;
import org.sojourn.kernel.mail.Mail;

/** What a sender wrote before it sent, plainly, is there for whoever processes the message. */
@JCStressTest
@Outcome(id = "42, 7", expect = Expect.ACCEPTABLE, desc = "the send happened before the processing")
@Outcome(expect = Expect.FORBIDDEN, desc = "the message came before what it is about")
@State
public class Publication {
    /** A message with state that isn't final. */
    static final class Letter {
        int content;
    }

    /** Reads the letter and the sender's other work when it processes. */
    final class Reader extends Inbox {
        int content = -1;
        int beside = -1;

        Reader() {
            ownNew();
        }

        void send(Mail mail) {
            if (push(mail) == Pushed.OWNED) {
                turn();
            }
        }

        void turn() {
            do {
                read(drain());
            } while (!disown());
        }

        private void read(@Nullable Mail mail) {
            if (mail != null) {
                content = ((Letter) mail.message()).content;
                beside = besides;
            }
        }
    }

    private final Reader reader = new Reader();
    private int besides;

    /** The sender. */
    @Actor
    public void sender() {
        Letter letter = new Letter();
        letter.content = 42;
        besides = 7;
        reader.send(new Mail(0, letter, null));
    }

    /** The owner. */
    @Actor
    public void owner() {
        reader.turn();
    }

    /**
     * Tells what was read.
     *
     * @param result the content of the message, and the sender's other work
     */
    @Arbiter
    public void read(II_Result result) {
        result.r1 = reader.content;
        result.r2 = reader.beside;
    }
}
