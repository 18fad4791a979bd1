package org.sojourn.examples.philosophers;

import org.sojourn.examples.philosophers.Fork.Message;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** A fork. Whoever wants it while it is held waits behind the guard; no queue is written by hand. */
final class Fork extends Selector<Message> {
    static final Mailbox<PutDown> PUT_DOWNS = Mailbox.of("put downs", PutDown.class);
    static final Mailbox<PickUp> PICK_UPS = Mailbox.of("pick ups", PickUp.class);
    static final Mailbox<Count> COUNTS = Mailbox.of("counts", Count.class);

    sealed interface Message {}

    record PickUp(ReplyTo<Integer> asker) implements Message {}

    record PutDown() implements Message {}

    record Count(ReplyTo<Integer> asker) implements Message {}

    private int uses;

    Fork() {
        super(PUT_DOWNS, PICK_UPS, COUNTS);
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case PickUp(var asker) -> {
                setEnabled(PICK_UPS, false);
                asker.reply(++uses);
            }
            case PutDown() -> setEnabled(PICK_UPS, true);
            case Count(var asker) -> asker.reply(uses);
        }
    }
}
