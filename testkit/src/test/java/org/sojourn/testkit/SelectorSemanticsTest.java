package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/** Mailboxes: priorities, turns, guards, routing, constraints. */
class SelectorSemanticsTest extends OnePlace {
    private static final Mailbox<String> WORDS = Mailbox.of("words", String.class);
    private static final Mailbox<Integer> NUMBERS = Mailbox.of("numbers", Integer.class);
    private static final Mailbox<Object> REST = Mailbox.of("rest", Object.class);

    /** Forwards what it processes to the probe, and does what the test says besides. */
    private static final class Scripted extends Selector<Object> {
        private final Handle<Object> out;
        private final BiConsumer<Scripted, Object> script;

        Scripted(Handle<Object> out, BiConsumer<Scripted, Object> script, Mailbox<?>... mailboxes) {
            super(mailboxes);
            this.out = out;
            this.script = script;
        }

        @Override
        protected void process(Object message) {
            out.send(message);
            script.accept(this, message);
        }

        void guard(Mailbox<?> mailbox, boolean enabled) {
            setEnabled(mailbox, enabled);
        }
    }

    private Handle<Object> scripted(BiConsumer<Scripted, Object> script, Mailbox<?>... mailboxes) {
        Handle<Object> out = probe.handle();
        return place.create(() -> new Scripted(out, script, mailboxes));
    }

    private Handle<Object> plain(Mailbox<?>... mailboxes) {
        return scripted((self, message) -> {}, mailboxes);
    }

    @Test
    void next_declarationOrder_isThePriority() {
        Handle<Object> receiver = plain(WORDS, NUMBERS);

        receiver.send(NUMBERS, 1);
        receiver.send(NUMBERS, 2);
        receiver.send(WORDS, "a");

        probe.expect("a");
        probe.expect(1);
        probe.expect(2);
        probe.expectNothing();
    }

    @Test
    void next_givenPriority_goesBeforeTheDeclaration() {
        Handle<Object> receiver = plain(WORDS.priority(5), NUMBERS.priority(-1));

        receiver.send(WORDS, "a");
        receiver.send(NUMBERS, 1);

        probe.expect(1);
        probe.expect("a");
    }

    @Test
    void next_equalPriorities_takeTurns() {
        Handle<Object> receiver = plain(WORDS.priority(1), NUMBERS.priority(1));

        for (int i = 0; i < 3; i++) {
            receiver.send(NUMBERS, i);
        }
        for (String word : List.of("a", "b", "c")) {
            receiver.send(WORDS, word);
        }

        for (Object each : List.of("a", 0, "b", 1, "c", 2)) {
            probe.expect(each);
        }
    }

    @Test
    void setEnabled_whileProcessing_bindsFromTheNextMessageOn() {
        Handle<Object> receiver = scripted(
                (self, message) -> {
                    if (message.equals("close")) {
                        self.guard(WORDS, false);
                    } else if (message.equals(1)) {
                        self.guard(WORDS, true);
                    }
                },
                WORDS,
                NUMBERS);

        receiver.send(WORDS, "close");
        receiver.send(WORDS, "kept");
        probe.expect("close");
        probe.expectNothing();
        receiver.send(WORDS, "kept too");
        receiver.send(NUMBERS, 1);

        probe.expect(1);
        probe.expect("kept");
        probe.expect("kept too");
    }

    @Test
    void initiallyDisabled_collectsInOrder() {
        Handle<Object> receiver =
                scripted((self, message) -> self.guard(WORDS, true), WORDS.initiallyDisabled(), NUMBERS);

        receiver.send(WORDS, "a");
        receiver.send(WORDS, "b");
        probe.expectNothing();
        receiver.send(NUMBERS, 1);

        probe.expect(1);
        probe.expect("a");
        probe.expect("b");
    }

    @Test
    void setEnabled_undeclaredMailbox_failsTheSelectorWithASentence() {
        Handle<Object> receiver = scripted((self, message) -> self.guard(NUMBERS, true), WORDS);
        probe.watch(receiver);

        receiver.send("a");

        probe.expect("a");
        assertThat(probe.expectExited(receiver).toString()).contains("numbers").contains("declare it in super");
    }

    @Test
    void send_withoutMailbox_goesToTheFirstThatAcceptsTheType() {
        Handle<Object> receiver = plain(REST.initiallyDisabled(), NUMBERS);
        Handle<Object> other = plain(NUMBERS, REST);

        receiver.send(1); // REST is declared first and accepts it
        probe.expectNothing();
        other.send("to rest");
        other.send(2);

        probe.expect(2);
        probe.expect("to rest");
    }

    @Test
    void send_byNumber_goesToTheDeclaredPosition() {
        Handle<Object> receiver = plain(WORDS, NUMBERS, REST);

        receiver.send(2, "by number");
        receiver.send(0, "first");

        probe.expect("first");
        probe.expect("by number");
    }

    @Test
    void send_noSuchMailbox_isADeadLetter() {
        Handle<Object> receiver = plain(WORDS);

        receiver.send(3, "x");
        receiver.send(NUMBERS, 1);
        receiver.send(0, 7); // the mailbox takes words
        receiver.send(1.5);
        place.run();

        assertThat(place.deadLetters()).isEqualTo(4);
        probe.expectNothing();
        assertThatThrownBy(() -> receiver.send(-1, "x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void declaration_equalNames_areRefused() {
        Handle<Object> receiver = plain(WORDS, Mailbox.of("words", Integer.class));
        probe.watch(receiver);

        assertThat(probe.expectExited(receiver).toString()).contains("equal or clashing names");
    }

    /** Takes amounts from a stock only when there is enough of it. */
    private static final class Stock extends Selector<Object> {
        static final Mailbox<Integer> TAKE =
                Mailbox.of("take", Integer.class).when(Stock.class, (self, amount) -> amount <= self.stock);
        static final Mailbox<String> DELIVERY = Mailbox.of("delivery", String.class);
        private final Handle<Object> out;
        private int stock;

        Stock(Handle<Object> out) {
            super(TAKE, DELIVERY);
            this.out = out;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Integer amount) {
                stock -= amount;
                out.send(amount);
            } else {
                stock += Integer.parseInt((String) message);
            }
        }
    }

    @Test
    void when_notAllowed_waitsAndKeepsItsOrder() {
        Handle<Object> out = probe.handle();
        Handle<Object> stock = place.create(() -> new Stock(out));

        stock.send(5);
        stock.send(2);
        stock.send(4);
        probe.expectNothing();
        stock.send("3");
        probe.expect(2); // 5 isn't allowed yet, 2 is
        probe.expectNothing();
        stock.send("8"); // 9 in stock
        probe.expect(5);
        probe.expect(4);
        probe.expectNothing();
    }

    @Test
    void selector_ofSeveralThousandMessages_processesAllInOrder() {
        List<Object> sent = new ArrayList<>();
        Handle<Object> receiver = plain(NUMBERS);

        for (int i = 0; i < 5000; i++) {
            receiver.send(i);
            sent.add(i);
        }

        for (Object each : sent) {
            probe.expect(each);
        }
        assertThat(place.deadLetters()).isZero();
    }
}
