package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.mail.Mailboxes;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/** Shares of mailboxes behind others of higher priority, and the count of those that starve. */
class FairnessTest {
    private static final Mailbox<Integer> HIGH = Mailbox.of("high", Integer.class);
    private static final Mailbox<String> LOW = Mailbox.of("low", String.class);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    /** Never without mail of high priority until the number is used up. */
    private static final class Busy extends Selector<Object> {
        private final List<Object> processed;

        Busy(List<Object> processed, Mailbox<String> low) {
            super(HIGH, low);
            this.processed = processed;
        }

        @Override
        protected void process(Object message) {
            processed.add(message);
            if (message instanceof Integer left && left > 0) {
                self().send(HIGH, left - 1);
            }
        }
    }

    private static Ending busy(List<Object> processed, Mailbox<String> low, int highs, int lows) {
        try (TestPlace place = TestPlace.open()) {
            Handle<Object> busy = place.create(() -> new Busy(processed, low));
            busy.send(HIGH, highs);
            busy.send(HIGH, 0); // one always waits while the other is processed
            for (int i = 0; i < lows; i++) {
                busy.send("low " + i);
            }
            return place.end();
        }
    }

    @Test
    void atLeastEvery_behindABusyMailbox_getsOneInSoMany() {
        List<Object> processed = new ArrayList<>();

        Ending ending = busy(processed, LOW.atLeastEvery(10), 5_000, 100);

        for (int i = 0; i < 100; i++) {
            assertThat(processed.get(9 + 10 * i)).isEqualTo("low " + i);
        }
        assertThat(processed).hasSize(5_102);
        assertThat(ending.reports().values())
                .allSatisfy(report -> assertThat(report.starved()).isEmpty());
    }

    @Test
    void withoutShare_behindABusyMailbox_isCountedAsStarvedOnce() {
        List<Object> processed = new ArrayList<>();

        Ending ending = busy(processed, LOW, 5_000, 2);

        assertThat(processed.subList(5_002, 5_004)).containsExactly("low 0", "low 1");
        assertThat(ending.reports().values())
                .singleElement()
                .satisfies(report -> assertThat(report.starved())
                        .containsOnlyKeys("FairnessTest.Busy \"low\"")
                        .containsValue(1L));
    }

    @Test
    void withoutShare_overtakenForAShortTime_isNotStarved() {
        Ending ending = busy(new ArrayList<>(), LOW, 900, 2);

        assertThat(ending.reports().values())
                .allSatisfy(report -> assertThat(report.starved()).isEmpty());
    }

    @Test
    void constrainedMailbox_withNothingAllowed_isNotStarved() {
        Mailbox<String> never = LOW.when(Busy.class, (self, message) -> false);

        Ending ending = busy(new ArrayList<>(), never, 5_000, 2);

        assertThat(ending.word()).isEqualTo(Ending.Word.STALLED);
        assertThat(ending.reports().values())
                .allSatisfy(report -> assertThat(report.starved()).isEmpty());
    }

    @Test
    void atLeastEvery_tooMuch_isRefused() {
        assertThatThrownBy(() -> LOW.atLeastEvery(1)).hasMessageContaining("one in 2");
        List<Object> processed = new ArrayList<>();
        try (TestPlace place = TestPlace.open()) {
            Mailbox<Integer> high = HIGH.atLeastEvery(2);
            place.create(() -> new Selector<Object>(high, LOW.atLeastEvery(10)) {
                @Override
                protected void process(Object message) {
                    processed.add(message);
                }
            });
            assertThat(place.end().sentences()).singleElement().asString().contains("at most 0.5");
        }
    }

    /** Any mailboxes, guards, arrivals: nobody with a share waits for longer than it and the others' shares allow. */
    @Test
    void shares_anyArrivals_areKept() {
        Seeds.of(500).check(seed -> {
            Random random = new Random(seed);
            int count = 2 + random.nextInt(4);
            int[] every = new int[count];
            List<Layout.Spec> specs = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                every[i] = random.nextBoolean() ? 0 : 2 * count + random.nextInt(30);
                int priority = random.nextInt(3);
                specs.add(new Layout.Spec("m" + i, Object.class, priority, true, null, 10, every[i]));
            }
            Mailboxes boxes = new Mailboxes(new Layout(specs), index -> {});
            int[] overtaken = new int[count];
            long enabled = -1;
            for (int step = 0; step < 3_000; step++) {
                int into = random.nextInt(count);
                boxes.add(into, new Mail(into, step, null));
                if (random.nextInt(20) == 0) {
                    enabled ^= 1L << random.nextInt(count);
                }
                if (boxes.next(this, enabled) != null) {
                    for (int i = 0; i < count; i++) {
                        boolean waits = boxes.size(i) > 0 && (enabled & (1L << i)) != 0;
                        overtaken[i] = i == boxes.index() ? 0 : overtaken[i] + (waits ? 1 : 0);
                        assertThat(every[i] == 0 || overtaken[i] < every[i] + count)
                                .as("mailbox %d, one in %d, overtaken by %d", i, every[i], overtaken[i])
                                .isTrue();
                    }
                }
            }
        });
    }
}
