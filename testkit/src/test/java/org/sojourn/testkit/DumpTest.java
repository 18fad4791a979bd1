package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.place.Dump;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorPlace;

/** What a dump shows of places that stand still: who waits for whom, mailbox sizes, who is paused. */
class DumpTest {
    private static final Mailbox<Object> OPEN = Mailbox.of("open", Object.class);
    private static final Mailbox<Object> CLOSED =
            Mailbox.of("closed", Object.class).initiallyDisabled();

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private record Question(ReplyTo<String> asker) {}

    /** Never answers, and keeps what comes to its second mailbox. */
    private static final class Keeper extends Selector<Object> {
        Keeper() {
            super(OPEN, CLOSED);
        }

        @Override
        protected void process(Object message) {}
    }

    private static final class Asker extends Actor<Handle<Object>> {
        @Override
        protected void process(Handle<Object> keeper) {
            keeper.<String>request(Question::new, Duration.ofHours(1)).whenComplete((answer, failure) -> {});
        }
    }

    private static final class Paused extends Actor<String> {
        @Override
        protected void preStart() {
            pause();
        }

        @Override
        protected void process(String message) {}
    }

    @Test
    void dump_ofPlacesThatStandStill_showsWhoWaitsForWhomAndWhatIsHeld() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Handle<Object> keeper = cluster.place(0).create(new Place(1), Keeper::new);
            cluster.place(0).create(Asker::new).send(keeper);
            Handle<String> paused = cluster.place(0).create(Paused::new);
            for (int i = 0; i < 3; i++) {
                keeper.send(CLOSED, i);
                paused.send("word");
            }
            cluster.advance(Duration.ofSeconds(1));

            assertThat(cluster.dump().lines())
                    .satisfiesExactly(
                            line -> assertThat(line)
                                    .startsWith("p0")
                                    .contains("1 DumpTest.Asker")
                                    .contains("1 DumpTest.Paused"),
                            line -> assertThat(line)
                                    .matches("  waits   DumpTest.Asker.* waits for the answer of p0/.* to .*"),
                            line -> assertThat(line).startsWith("  paused  DumpTest.Paused"),
                            line -> assertThat(line).matches("  holds   DumpTest.Paused.*: 3 messages.*; paused"),
                            line -> assertThat(line).isEqualTo("  open    main, which hasn't returned"),
                            line -> assertThat(line).startsWith("p1").contains("1 DumpTest.Keeper"),
                            line -> assertThat(line)
                                    .matches(
                                            "  holds   DumpTest.Keeper.*: 3 messages, 3 in \"closed\" \\(disabled\\)"));
            assertThat(Dump.of(((SelectorPlace) cluster.place(0)).kernel()).lines())
                    .as("this place's alone")
                    .hasSize(5);
        }
    }
}
