package org.sojourn.bench.local;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.sojourn.bench.Answers;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/** A question and its answer: asked by a selector of the same thread, and by a thread that waits for the answer. */
public class Requests extends OneWorker {
    private static final int QUESTIONS = 1 << 13;

    private final Handle<ReplyTo<Long>> echo = sojourn.create(Echo::new);
    private final Handle<ReplyTo<Long>> asker = sojourn.create(() -> new Asker(echo));
    private long answers;

    /** Starts a place. */
    public Requests() {
        super(true);
    }

    /** Answers how often it was asked. */
    private static final class Echo extends Actor<ReplyTo<Long>> {
        private long asked;

        @Override
        protected void process(ReplyTo<Long> asker) {
            asked++;
            asker.reply(asked);
        }
    }

    /** Asks one question after the other, each when the last one was answered. */
    private static final class Asker extends Actor<ReplyTo<Long>> {
        private final Handle<ReplyTo<Long>> echo;

        Asker(Handle<ReplyTo<Long>> echo) {
            this.echo = echo;
        }

        @Override
        protected void process(ReplyTo<Long> asker) {
            ask(asker, QUESTIONS);
        }

        private void ask(ReplyTo<Long> asker, int left) {
            echo.<Long>request(question -> question, PATIENCE).thenAccept(answer -> {
                if (left > 1) {
                    ask(asker, left - 1);
                } else {
                    asker.reply(answer);
                }
            });
        }
    }

    /** A selector asks. */
    @Benchmark
    @OperationsPerInvocation(QUESTIONS)
    public void requestFromSelector() {
        long answer = asker.<Long>request(question -> question, PATIENCE).join();
        answers += QUESTIONS;
        Answers.same("answers", answers, answer);
    }

    /** A thread asks: it is woken by the answer, and the worker by the question. */
    @Benchmark
    public void requestFromThread() {
        long answer = echo.<Long>request(question -> question, PATIENCE).join();
        answers++;
        Answers.same("answers", answers, answer);
    }
}
