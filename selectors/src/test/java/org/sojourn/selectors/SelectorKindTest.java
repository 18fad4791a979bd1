package org.sojourn.selectors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which selectors of a class are of one kind. */
class SelectorKindTest {
    private static final class Stage extends Selector<Object> {
        private int full;

        @Override
        protected void process(Object message) {
            full++;
        }
    }

    private static Mailbox<?>[] made(String... names) {
        Mailbox<?>[] made = new Mailbox<?>[names.length];
        for (int i = 0; i < names.length; i++) {
            made[i] = Mailbox.of(names[i], Object.class);
        }
        return made;
    }

    private static SelectorKind kind(Mailbox<?>... mailboxes) {
        return SelectorKind.of(Stage.class, mailboxes);
    }

    @Test
    void mailboxes_thatAlternate_areOfTwoKinds() {
        SelectorKind one = kind(SelectorKind.numbered(1));
        SelectorKind two = kind(SelectorKind.numbered(2));
        assertThat(two).isNotSameAs(one);
        for (int i = 0; i < 10; i++) {
            assertThat(kind(SelectorKind.numbered(1))).isSameAs(one);
            assertThat(kind(SelectorKind.numbered(2))).isSameAs(two);
        }
    }

    @Test
    void mailboxes_thatAreMadeForEachSelector_areOfOneKindIfAlike() {
        SelectorKind first = kind(made("work", "orders"));
        for (int i = 0; i < 1_000; i++) {
            assertThat(kind(made("work", "orders"))).isSameAs(first);
        }
        assertThat(kind(made("orders", "work"))).isNotSameAs(first);
    }

    @Test
    void mailboxes_withConditions_areAlikeOnlyIfTheSame() {
        Mailbox<Object> bounded =
                Mailbox.of("work", Object.class).when(Stage.class, (stage, message) -> stage.full < 1);
        Mailbox<Object> another =
                Mailbox.of("work", Object.class).when(Stage.class, (stage, message) -> stage.full < 2);
        SelectorKind kind = kind(bounded);
        assertThat(kind(another)).isNotSameAs(kind);
        assertThat(kind(bounded)).isSameAs(kind);
    }
}
