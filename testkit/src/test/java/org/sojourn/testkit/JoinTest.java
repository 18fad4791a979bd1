package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Join;
import org.sojourn.selectors.Joined;
import org.sojourn.selectors.ReceiverGoneException;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.RequestTimeoutException;

/** Several requests with one continuation: when it runs, with what, and what becomes of the rest. */
class JoinTest extends OnePlace {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private record Ask(int number, ReplyTo<Object> asker) {}

    private final Probe<Object> asked = place.probe(Object.class);
    private final Handle<Object> selector = scripted();
    private final List<Joined<Object>> outcomes = new ArrayList<>();

    private Handle<Object> scripted() {
        Handle<Object> forwarded = probe.handle();
        return place.create(() -> new Scripted(forwarded));
    }

    /** Has the selector ask the probe so many times. */
    private Join<Object> joining(Scripted self, int requests) {
        Join<Object> join = self.joining(SECOND);
        Handle<Object> whom = asked.handle();
        for (int i = 0; i < requests; i++) {
            int number = i;
            join.ask(whom, asker -> new Ask(number, asker));
        }
        return join;
    }

    private List<ReplyTo<Object>> askers(int requests) {
        List<ReplyTo<Object>> askers = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            Ask ask = asked.expectNext(Ask.class);
            assertThat(ask.number()).isEqualTo(i);
            askers.add(ask.asker());
        }
        return askers;
    }

    private Joined<Object> outcome() {
        place.run();
        assertThat(outcomes).hasSize(1);
        return outcomes.get(0);
    }

    @Test
    void all_answeredInAnyOrder_runsOnceWithTheAnswersInTheOrderOfTheRequests() {
        Scripted.tell(selector, self -> joining(self, 3).all(outcomes::add));
        List<ReplyTo<Object>> askers = askers(3);

        askers.get(2).reply("c");
        askers.get(0).reply("a");
        place.run();
        assertThat(outcomes).isEmpty();
        askers.get(1).reply(null);

        assertThat(outcome().isComplete()).isTrue();
        assertThat(outcome().values()).containsExactly("a", null, "c");
        assertThat(outcome().isAnswered(1)).isTrue();
        assertThat(outcome().value(2)).isEqualTo("c");
    }

    @Test
    void all_someWithoutAnAnswer_runsWhenTheLastHasEndedAndSaysWhy() {
        Scripted.tell(selector, self -> joining(self, 4).all(outcomes::add));
        List<ReplyTo<Object>> askers = askers(4);
        askers.get(0).reply("a");
        askers.get(1).fail(new IllegalStateException("not me"));
        askers.get(3).reply("d");

        place.advance(SECOND.minusNanos(1));
        assertThat(outcomes).isEmpty();
        place.advance(Duration.ofNanos(1));

        Joined<Object> outcome = outcome();
        assertThat(outcome.isComplete()).isFalse();
        assertThat(outcome.size()).isEqualTo(4);
        assertThat(outcome.values()).containsExactly("a", "d");
        assertThat(outcome.isAnswered(1)).isFalse();
        assertThat(outcome.failure(0)).isNull();
        assertThat(outcome.failure(1)).hasMessage("not me");
        assertThat(outcome.failure(2)).isInstanceOf(RequestTimeoutException.class);
        assertThatThrownBy(() -> outcome.value(2))
                .isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("request 2 of 4 has no answer");
    }

    @Test
    void all_aReceiverThatExits_isPartOfTheOutcome() {
        Handle<Object> gone = scripted();
        Scripted.tell(gone, Scripted::leave);
        Scripted.tell(
                selector,
                self -> joining(self, 1)
                        .ask(gone, Scripted.WORDS, (ReplyTo<Object> asker) -> "a word")
                        .all(outcomes::add));

        askers(1).get(0).reply("a");

        assertThat(outcome().failure(1)).isInstanceOf(ReceiverGoneException.class);
    }

    @Test
    void all_withoutRequests_runsAtOnce() {
        Scripted.tell(selector, self -> {
            joining(self, 0).all(outcomes::add);
            assertThat(outcomes).hasSize(1);
        });

        assertThat(outcome().isComplete()).isTrue();
    }

    @Test
    void first_enoughAnswers_givesUpTheOthers() {
        Scripted.tell(selector, self -> joining(self, 3).first(2, outcomes::add));
        List<ReplyTo<Object>> askers = askers(3);
        askers.get(2).reply("c");
        askers.get(0).fail(new IllegalStateException("not me"));
        place.run();
        assertThat(outcomes).isEmpty();
        askers.get(1).reply("b");

        assertThat(outcome().isComplete()).isTrue();
        assertThat(outcome().values()).containsExactly("b", "c");
    }

    @Test
    void first_lateAnswers_areDeadLettersAndNobodyWaitsForThem() {
        Scripted.tell(selector, self -> joining(self, 3).first(1, outcomes::add));
        List<ReplyTo<Object>> askers = askers(3);
        askers.get(0).reply("a");
        askers.get(1).reply("b"); // on its way when the first decides
        assertThat(outcome().values()).containsExactly("a");
        assertThat(outcome().isAnswered(1)).isFalse();
        assertThat(outcome().failure(1)).isNull();

        askers.get(2).reply("c");
        place.run();

        assertThat(place.deadLetters()).isEqualTo(2);
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void first_unansweredRequests_dontStallTheRun() {
        Scripted.tell(selector, self -> joining(self, 3).first(1, outcomes::add));
        askers(3).get(1).reply("b");

        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void first_enoughAreNotPossibleAnyMore_runsAtOnce() {
        Scripted.tell(selector, self -> joining(self, 3).first(2, outcomes::add));
        List<ReplyTo<Object>> askers = askers(3);
        askers.get(0).fail(new IllegalStateException("not me"));
        place.run();
        assertThat(outcomes).isEmpty();
        askers.get(2).fail(new IllegalStateException("nor me"));

        assertThat(outcome().isComplete()).isFalse();
        assertThat(outcome().values()).isEmpty();
    }

    @Test
    void continuation_guardsClosedAndPaused_runsAllTheSame() {
        Scripted.tell(selector, self -> {
            self.guard(Scripted.WORDS, false);
            self.guard(Scripted.ORDERS, false);
            self.rest();
            joining(self, 1).all(outcomes::add);
        });

        askers(1).get(0).reply("a");

        assertThat(outcome().values()).containsExactly("a");
    }

    @Test
    void continuation_thatThrows_failsTheSelectorWithASentence() {
        probe.watch(selector);
        Scripted.tell(
                selector,
                self -> joining(self, 1).all(outcome -> {
                    throw new IOException("no use for " + outcome.values());
                }));

        askers(1).get(0).reply("this");

        assertThat(probe.expectExited(selector).toString())
                .contains("failed in the continuation of a join")
                .contains("no use for [this]");
    }

    @Test
    void join_misused_failsWithASentence() {
        List<Throwable> thrown = new ArrayList<>();
        List<Join<Object>> kept = new ArrayList<>();
        Scripted.tell(selector, self -> {
            Join<Object> join = joining(self, 1);
            kept.add(join);
            thrown.add(thrownBy(() -> join.first(2, outcomes::add)));
            join.all(outcomes::add);
            thrown.add(thrownBy(() -> join.all(outcomes::add)));
            thrown.add(thrownBy(() -> join.ask(asked.handle(), asker -> "one more")));
            thrown.add(thrownBy(() -> self.joining(Duration.ZERO)));
        });
        place.run();

        assertThat(thrown.toString())
                .contains("the first 2 answers to 1 requests; ask for 0 to 1")
                .contains("goes on in a join that has its continuation")
                .contains("asks one more in a join that has its continuation")
                .contains("a time-out of PT0S; it must be positive");
        assertThatThrownBy(() -> kept.get(0).all(outcomes::add))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("outside its own constructor and handlers");
    }

    private static Throwable thrownBy(ThrowingCallable what) {
        return catchThrowable(what);
    }

    @Test
    void ask_aQuestionThatAsksInTheSameJoin_comesAfterWhatItAsks() {
        Scripted.tell(selector, self -> {
            Join<Object> join = joining(self, 1);
            join.ask(asked.handle(), asker -> {
                joining(join, 1);
                return new Ask(2, asker);
            });
            joining(join, 3);
            join.all(outcomes::add);
        });
        List<ReplyTo<Object>> askers = askers(4);

        askers.get(3).reply("d");
        askers.get(1).reply("b");
        askers.get(2).reply("c");
        askers.get(0).reply("a");

        assertThat(outcome().values()).containsExactly("a", "b", "c", "d");
    }

    @Test
    void ask_aQuestionThatThrows_isNoneOfTheRequests() {
        List<Throwable> thrown = new ArrayList<>();
        Scripted.tell(selector, self -> {
            Join<Object> join = joining(self, 1);
            thrown.add(thrownBy(() -> join.ask(asked.handle(), asker -> {
                joining(join, 1);
                throw new IllegalStateException("no question");
            })));
            thrown.add(thrownBy(() -> join.ask(asked.handle(), asker -> {
                throw new AssertionError("not even that");
            })));
            joining(join, 2);
            join.all(outcomes::add);
        });
        List<ReplyTo<Object>> askers = askers(3);

        askers.get(2).reply("c");
        askers.get(0).reply("a");
        place.run();
        assertThat(outcomes).isEmpty();
        askers.get(1).reply("b");

        assertThat(outcome().values()).containsExactly("a", "b", "c");
        assertThat(thrown.toString()).contains("no question", "not even that");
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void ask_aQuestionThatGivesTheContinuation_isRefusedAndNotSent() {
        List<Throwable> thrown = new ArrayList<>();
        Scripted.tell(selector, self -> {
            Join<Object> join = joining(self, 1);
            thrown.add(thrownBy(() -> join.ask(asked.handle(), asker -> {
                join.all(outcomes::add);
                return new Ask(1, asker);
            })));
        });

        askers(1).get(0).reply("a");

        assertThat(outcome().values()).containsExactly("a");
        assertThat(thrown.toString()).contains("asks one more in a join that has its continuation");
        asked.expectNothing();
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    private void joining(Join<Object> join, int number) {
        join.ask(asked.handle(), asker -> new Ask(number, asker));
    }

    @Test
    void ask_differentAnswers_shareWhatTheyHaveInCommon() {
        record Name(ReplyTo<String> asker) {}
        record Age(ReplyTo<Integer> asker) {}
        Scripted.tell(
                selector,
                self -> self.<Object>joining(SECOND)
                        .ask(asked.handle(), Name::new)
                        .ask(asked.handle(), Age::new)
                        .all(outcomes::add));

        asked.expectNext(Name.class).asker().reply("Ada");
        asked.expectNext(Age.class).asker().reply(36);

        assertThat(outcome().values()).containsExactly("Ada", 36);
    }

    @Test
    void exit_withAJoin_answersAreDeadLetters() {
        Scripted.tell(selector, self -> joining(self, 1).all(outcomes::add));
        ReplyTo<Object> asker = askers(1).get(0);
        Scripted.tell(selector, Scripted::leave);
        place.run();

        asker.reply("late");
        place.run();

        assertThat(outcomes).isEmpty();
        assertThat(place.deadLetters()).isEqualTo(1);
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }
}
