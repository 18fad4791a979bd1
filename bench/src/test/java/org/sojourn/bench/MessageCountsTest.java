package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.List;
import org.apache.pekko.actor.ActorSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.bench.SmallPrograms.Small;
import org.sojourn.bench.jvm.PekkoEnd;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.kernel.part.Census;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorPlace;

/**
 * That a program sends as many messages as it says, on both sides, and leaves nothing behind. A program that sends
 * fewer than its twin would win for the wrong reason.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MessageCountsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(5);

    private final Sojourn sojourn = Sojourn.start(Config.local());
    private final Census census = sojourn.create(Inside::new)
            .<Census>request(asker -> asker, PATIENCE)
            .join();
    private final ActorSystem pekko = ActorSystem.create(
            "counting",
            ConfigFactory.parseString(
                            "pekko.actor.default-mailbox.mailbox-type=\"" + CountingMailbox.class.getName() + "\"")
                    .withFallback(PekkoSide.settings("one-thread")));

    /** Finds the books of its place. */
    private static final class Inside extends Actor<ReplyTo<Census>> {
        @Override
        protected void process(ReplyTo<Census> asker) {
            asker.reply(((SelectorPlace) system()).kernel().parts().census());
            exit();
        }
    }

    @ParameterizedTest
    @MethodSource("org.sojourn.bench.SmallPrograms#all")
    void program_oneIteration_sendsWhatItSaysAndLeavesNothing(Small small) throws Exception {
        await().pollInterval(POLL).atMost(PATIENCE).until(() -> census.alive().isEmpty());
        long before = census.processed();
        small.benchmark().iterate(sojourn);
        await().pollInterval(POLL).atMost(PATIENCE).until(() -> census.alive().isEmpty());
        // Counted at the end of a turn, which may be after the exit.
        await().pollInterval(POLL)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(census.processed() - before + small.replies())
                        .isEqualTo(small.benchmark().messages()));
    }

    @ParameterizedTest
    @MethodSource("org.sojourn.bench.SmallPrograms#withTwins")
    void twin_oneIteration_sendsWhatTheProgramDoes(Small small) throws Exception {
        long before = CountingMailbox.SENT.get();
        small.twin().orElseThrow().iterate(pekko);
        // Some are sent after the answer: the word to exit. An answer to the thread outside goes to no actor.
        await().pollInterval(POLL)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(CountingMailbox.SENT.get() - before + small.asked())
                        .isEqualTo(small.benchmark().messages()));
    }

    @AfterAll
    void close() {
        PekkoEnd.await(List.of(pekko));
        sojourn.close();
    }
}
