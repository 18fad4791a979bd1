package org.sojourn.examples.smokers;

import org.jspecify.annotations.Nullable;
import org.sojourn.examples.smokers.Table.Message;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Where two of three ingredients lie. A smoker's wish waits by its constraint until his own is the third. */
final class Table extends Selector<Message> {
    static final Mailbox<Smoked> SMOKED = Mailbox.of("smoked", Smoked.class);
    static final Mailbox<Wish> WISHES = Mailbox.of("wishes", Wish.class)
            .when(Table.class, (self, wish) -> wish.own() == self.missing || self.isClosed);
    static final Mailbox<Deal> DEALS =
            Mailbox.of("deals", Deal.class).when(Table.class, (self, deal) -> self.dealt == null);
    static final Mailbox<Close> CLOSES = Mailbox.of("closes", Close.class);

    enum Ingredient {
        TOBACCO,
        PAPER,
        MATCHES
    }

    sealed interface Message {}

    /** The agent puts down what isn't missing, and is told whose hands it came to. */
    record Deal(Ingredient missing, ReplyTo<Ingredient> agent) implements Message {}

    /** A smoker asks for what he hasn't got; the answer is false when the table is closed. */
    record Wish(Ingredient own, ReplyTo<Boolean> smoker) implements Message {}

    record Smoked(Ingredient own) implements Message {}

    record Close() implements Message {}

    private @Nullable Deal dealt;
    private @Nullable Ingredient missing;
    private boolean isClosed;
    private int gone;

    Table() {
        super(SMOKED, WISHES, DEALS, CLOSES);
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Deal deal -> {
                dealt = deal;
                missing = deal.missing();
            }
            case Wish(var _, var smoker) -> {
                missing = null;
                smoker.reply(!isClosed);
                if (isClosed && ++gone == Ingredient.values().length) {
                    exit();
                }
            }
            case Smoked(var own) -> {
                if (dealt != null) {
                    dealt.agent().reply(own);
                }
                dealt = null;
            }
            case Close() -> isClosed = true;
        }
    }
}
