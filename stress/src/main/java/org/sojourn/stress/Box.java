package org.sojourn.stress;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Inbox;
import org.sojourn.kernel.mail.Mail;

/** The shipped inbox with its protocol in the open, and what came out of it in the order of processing. */
final class Box extends Inbox {
    /** Plain on purpose: only an owner touches them, and owning must be enough to see them. */
    private int processed;

    private int digits;

    Box() {}

    /** A box that somebody owns, as the worker does in whose turn it is. */
    static Box owned() {
        Box box = new Box();
        box.ownNew();
        return box;
    }

    /** A message with a number from 1 to 9. */
    static Mail mail(int number) {
        return new Mail(0, number, null);
    }

    /** What a sender does: push, and run the part if it has become the owner. False if refused. */
    boolean send(int number) {
        Pushed pushed = push(mail(number));
        if (pushed == Pushed.OWNED) {
            turn();
        }
        return pushed != Pushed.REFUSED;
    }

    /** What an owner does: process what there is, until the part could be given up. */
    void turn() {
        do {
            process(drain());
        } while (!disown());
    }

    /** What whoever looks after the part does: become its owner if nobody is. */
    void visit() {
        if (own()) {
            turn();
        }
    }

    /** Ends the part; what it holds is counted as processed. */
    void end() {
        process(close());
    }

    private void process(@Nullable Mail oldest) {
        for (Mail mail = oldest; mail != null; mail = mail.next()) {
            processed++;
            digits = digits * 10 + (int) mail.message();
            took();
        }
    }

    /** How much was processed. Plain: right if the reader is, or follows, the owner. */
    int processed() {
        return processed;
    }

    /** The numbers processed, read as one decimal number, the first one leftmost. */
    int digits() {
        return digits;
    }

    /** Whether mail lies here. For the arbiter, when all is over. */
    boolean holdsMail() {
        return hasMail();
    }
}
