package org.sojourn.selectors;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.site.Site;

/**
 * The future of a request. It refuses to be waited for inside a selector: there the answer comes as another processing of
 * the same selector, which could never begin.
 *
 * <p>A continuation of a selector's request is code of its handlers: if it throws, and no later stage of the chain takes
 * the exception ({@code exceptionally}, {@code handle}, ...), the selector fails, as by an exception in {@code process}.
 * A chain that only passes on that there was no answer isn't a failure of the selector.
 *
 * <p><b>Moving.</b> A selector that moves takes its requests along, with what it has chained to their futures by the methods
 * that this class declares: these take functions that travel, as a factory does ({@link SelectorFactory}), and a lambda
 * becomes one by being written there. It may capture the selector itself, {@code this}, which is the one that has moved then,
 * and whatever a message may hold.
 *
 * <pre>{@code
 * stock.request(Left::new, timeout).thenAccept(left -> count = left);   // runs where this selector is by then
 * }</pre>
 *
 * A future that is continued otherwise, combined with others, piped, waited for by a thread or given a time-out of its own
 * keeps the selector where it is until it is complete, because its continuations are bound to that place. The future
 * itself can't travel: a selector that holds one in a field can't move. A future that was handed to another thread, and
 * to which nothing is chained yet, is never completed when the selector has moved. Waiting for it is refused by an
 * {@link IllegalStateException}, also to a thread that has begun to wait just while the selector left. The same holds
 * when the selector has exited or been restarted, also for threads that already wait: its continuations are code of an
 * object that is gone.
 *
 * @param <R> the answer
 */
public final class Answer<R> extends CompletableFuture<R> {
    /** Stages may be chained to stages so deep where a selector moves. */
    private static final int MOST_DEEP = 64;

    private static final long FOR_EVER = Long.MAX_VALUE;

    /**
     * What is done with an answer; it travels.
     *
     * @param <T> the answer
     */
    @FunctionalInterface
    public interface Use<T extends @Nullable Object> extends Consumer<T>, Serializable {}

    /**
     * What is made of an answer, or of a failure; it travels.
     *
     * @param <T> the answer, or the failure
     * @param <U> what is made
     */
    @FunctionalInterface
    public interface Step<T extends @Nullable Object, U extends @Nullable Object>
            extends Function<T, U>, Serializable {}

    /** What is done when the answer is here; it travels. */
    @FunctionalInterface
    public interface Action extends Runnable, Serializable {}

    /**
     * What is done with an answer or the failure; it travels.
     *
     * @param <T> the answer
     */
    @FunctionalInterface
    public interface Ending<T extends @Nullable Object> extends BiConsumer<T, @Nullable Throwable>, Serializable {}

    /**
     * What is made of an answer or the failure; it travels.
     *
     * @param <T> the answer
     * @param <U> what is made
     */
    @FunctionalInterface
    public interface Turn<T extends @Nullable Object, U extends @Nullable Object>
            extends BiFunction<T, @Nullable Throwable, U>, Serializable {}

    /** How a stage goes on with the one before it. */
    private enum Way {
        ACCEPT(Use.class),
        APPLY(Step.class),
        COMPOSE(Step.class),
        RUN(Action.class),
        WHEN(Ending.class),
        HANDLE(Turn.class),
        EXCEPTIONALLY(Step.class);

        private static final Way[] ALL = values();

        private final Class<?> function;

        Way(Class<?> function) {
            this.function = function;
        }

        static Way of(int code) {
            if (code < 0 || code >= ALL.length) {
                throw new MalformedException("stage " + code + " of a future; it is less than " + ALL.length);
            }
            return ALL[code];
        }
    }

    /** A stage that can be made again at another place. */
    private record Link(Way way, Object function, Answer<?> stage) {}

    /** The kernel's side of the request. */
    static final class Asked<R> extends TypedQuestion<R> {
        final Answer<R> answer;

        Asked(Site site, @Nullable Cell asker, Target receiver, String what) {
            super(asker, receiver, what);
            answer = new Answer<>(site, asker, asker == null ? 0 : asker.life());
        }

        @Override
        protected @Nullable String staysBecause() {
            return answer.staysBecause(0);
        }

        @Override
        void answer(R value) {
            answer.complete(value);
        }

        @Override
        void fail(Throwable failure) {
            answer.completeExceptionally(failure);
        }
    }

    /** Where it was asked. */
    private final Site site;

    /** Whose request it is, or whose continuation; null for a thread that is no selector. */
    private final @Nullable Cell asker;

    /** In which of its lives it has asked. */
    private final int life;

    /** Whether a later stage gets what this one ends with. The asker's turns only. */
    private boolean isContinued;

    private boolean isHooking;

    /** Whether this stage's failure is looked at: that hangs on it, too. */
    private boolean isHooked;

    /** Whether the stages are made again that hung on it before its asker moved. */
    private boolean isUnpacking;

    /** The stages that can move; null if there are none. The asker's turns only. */
    private @Nullable List<Link> links;

    private Answer(Site site, @Nullable Cell asker, int life) {
        this.site = site;
        this.asker = asker;
        this.life = life;
    }

    // ---- stages that move -----------------------------------------------------------------------------------------

    /**
     * Chains as {@link CompletableFuture#thenAccept(Consumer)} does; what is chained goes along with a selector that moves.
     *
     * @param next gets the answer
     * @return complete when that has run
     */
    public Answer<Void> thenAccept(Use<? super R> next) {
        return linked(Way.ACCEPT, next, super.thenAccept(Given.function(next, "next")));
    }

    /**
     * Chains as {@link CompletableFuture#thenApply(Function)} does; what is chained goes along with a selector that moves.
     *
     * @param next gets the answer
     * @param <U> what it makes of it
     * @return that
     */
    public <U> Answer<U> thenApply(Step<? super R, ? extends U> next) {
        return linked(Way.APPLY, next, super.<U>thenApply(Given.function(next, "next")));
    }

    /**
     * Chains as {@link CompletableFuture#thenCompose(Function)} does; what is chained goes along with a selector that moves,
     * until the answer is here. The future that {@code next} returns then doesn't: it is continued by what was chained, and
     * keeps the selector until it is complete.
     *
     * @param next gets the answer
     * @param <U> what comes of it
     * @return that
     */
    public <U> Answer<U> thenCompose(Step<? super R, ? extends CompletionStage<U>> next) {
        return linked(Way.COMPOSE, next, super.<U>thenCompose(Given.function(next, "next")));
    }

    /**
     * Chains as {@link CompletableFuture#thenRun(Runnable)} does; what is chained goes along with a selector that moves.
     *
     * @param next runs when the answer is here
     * @return complete when that has run
     */
    public Answer<Void> thenRun(Action next) {
        return linked(Way.RUN, next, super.thenRun(Given.function(next, "next")));
    }

    /**
     * Chains as {@link CompletableFuture#whenComplete(BiConsumer)} does; what is chained goes along with a selector that moves.
     *
     * @param next gets the answer, or the failure
     * @return the same outcome, when that has run
     */
    public Answer<R> whenComplete(Ending<? super R> next) {
        return linked(Way.WHEN, next, super.whenComplete(Given.function(next, "next")));
    }

    /**
     * Chains as {@link CompletableFuture#handle(BiFunction)} does; what is chained goes along with a selector that moves.
     *
     * @param next gets the answer, or the failure
     * @param <U> what it makes of it
     * @return that
     */
    public <U> Answer<U> handle(Turn<? super R, ? extends U> next) {
        return linked(Way.HANDLE, next, super.<U>handle(Given.function(next, "next")));
    }

    /**
     * Chains as {@link CompletableFuture#exceptionally(Function)} does; what is chained goes along with a selector that moves.
     *
     * @param next gets the failure, if there is one
     * @return the answer, or what that has made of the failure
     */
    public Answer<R> exceptionally(Step<Throwable, ? extends R> next) {
        return linked(Way.EXCEPTIONALLY, next, super.exceptionally(Given.function(next, "next")));
    }

    private <U> Answer<U> linked(Way way, Object function, CompletableFuture<U> made) {
        Answer<U> stage = (Answer<U>) made;
        if (isMine() && !isDone()) {
            if (links == null) {
                links = new ArrayList<>(1);
            }
            links.add(new Link(way, function, stage));
        }
        return stage;
    }

    /** Whether the asker's own code is chaining. */
    private boolean isMine() {
        return asker != null && (isUnpacking || Cell.current() == asker);
    }

    /** Why what hangs on it is bound to its place; null if all that does can be made again. */
    private @Nullable String staysBecause(int deep) {
        int known = (links == null ? 0 : links.size()) + (isHooked ? 1 : 0);
        if (isDone() && deep > 0 || deep > MOST_DEEP || getNumberOfDependents() != known) {
            return "the continuation of its future is bound to this place: a function that isn't java.io.Serializable,"
                    + " another future, or a thread";
        }
        if (links != null) {
            for (Link each : links) {
                String reason = each.stage().staysBecause(deep + 1);
                if (reason != null) {
                    return reason;
                }
            }
        }
        return null;
    }

    void pack(Continuations to) {
        List<Link> all = links == null ? List.of() : links;
        to.number(all.size());
        for (Link each : all) {
            to.number(each.way().ordinal());
            to.object(each.function());
            each.stage().pack(to);
        }
    }

    void unpack(Continuations from) {
        unpack(from, 0);
    }

    private void unpack(Continuations from, int deep) {
        if (deep > MOST_DEEP) {
            throw new MalformedException("stages of a future more than " + MOST_DEEP + " deep");
        }
        isUnpacking = true;
        for (int i = from.number(); i > 0; i--) {
            Way way = Way.of(from.number());
            chain(way, from.object(way.function)).unpack(from, deep + 1);
        }
        isUnpacking = false;
    }

    private Answer<?> chain(Way way, Object function) {
        return switch (way) {
            case ACCEPT -> thenAccept(Packed.<Use<R>>restored(function));
            case APPLY -> thenApply(Packed.<Step<R, Object>>restored(function));
            case COMPOSE -> thenCompose(Packed.<Step<R, CompletionStage<Object>>>restored(function));
            case RUN -> thenRun(Packed.<Action>restored(function));
            case WHEN -> whenComplete(Packed.<Ending<R>>restored(function));
            case HANDLE -> handle(Packed.<Turn<R, Object>>restored(function));
            case EXCEPTIONALLY -> exceptionally(Packed.<Step<Throwable, R>>restored(function));
        };
    }

    // ---- stages of all kinds --------------------------------------------------------------------------------------

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        if (isHooking) {
            return new CompletableFuture<>();
        }
        Answer<U> stage = new Answer<>(site, asker, life);
        if (asker != null && isMine()) {
            isContinued = true;
            if (isDone()) {
                // The stage is about to run, on this stack, and ends without telling anybody.
                asker.afterwards(() -> stage.check(this));
            } else {
                stage.hook(this);
            }
        }
        return stage;
    }

    private void hook(Answer<?> source) {
        isHooking = true;
        var unused = super.whenComplete((value, failure) -> check(source));
        isHooking = false;
        isHooked = true;
    }

    /** A stage of the asker's has ended: did it throw, with nobody to take it? */
    private void check(Answer<?> source) {
        if (asker == null || Cell.current() != asker || isContinued || !isCompletedExceptionally()) {
            return;
        }
        Throwable failure = failureOf(this);
        if (failure != null
                && !(failure instanceof SojournException)
                && !(failure instanceof CancellationException)
                && failure != failureOf(source)) {
            asker.fail(failure, "a continuation of a request");
        }
    }

    private static @Nullable Throwable failureOf(Answer<?> stage) {
        try {
            stage.getNow(null);
            return null;
        } catch (CompletionException e) {
            return e.getCause() == null ? e : e.getCause();
        } catch (CancellationException e) {
            return e;
        }
    }

    @Override
    public R join() {
        if (mayBeLeftBehind()) {
            try (Wait wait = new Wait()) {
                isTooLong(wait.over, FOR_EVER);
                wait.over.join();
            }
            checkHere();
        } else {
            isTooLong(this, FOR_EVER);
        }
        return super.join();
    }

    @Override
    public R get() throws InterruptedException, ExecutionException {
        if (mayBeLeftBehind()) {
            try (Wait wait = new Wait()) {
                isTooLong(wait.over, FOR_EVER);
                wait.over.get();
            }
            checkHere();
        } else {
            isTooLong(this, FOR_EVER);
        }
        return super.get();
    }

    @Override
    public R get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        Given.value(unit, "unit");
        if (mayBeLeftBehind()) {
            try (Wait wait = new Wait()) {
                boolean isTooLong = isTooLong(wait.over, unit.toNanos(timeout));
                wait.over.get(isTooLong ? 0 : timeout, unit);
            }
            checkHere();
        } else if (isTooLong(this, unit.toNanos(timeout))) {
            return super.get(0, unit);
        }
        return super.get(timeout, unit);
    }

    /** Has a simulated cluster go on while its only thread waits; whether the time is over then. Elsewhere the wait is still to come. */
    private boolean isTooLong(CompletableFuture<?> event, long nanos) {
        return !event.isDone() && site.runsUntil(event, nanos) && !event.isDone();
    }

    /** Whether a thread that waits for it might be left behind by its asker. Refuses selectors. */
    private boolean mayBeLeftBehind() {
        if (isDone()) {
            return false;
        }
        checkHere();
        Cell cell = Cell.current();
        if (cell != null) {
            throw new IllegalStateException(
                    cell + " waits for the answer to its own request inside a handler, where the answer"
                            + " can't arrive; go on in thenAccept(...), which runs as a processing of this selector");
        }
        return asker != null;
    }

    private void checkHere() {
        if (asker != null && asker.isElsewhere() && !isDone()) {
            throw new IllegalStateException("the answer to a request of " + asker
                    + " is waited for at a place that it has left; the answer has gone after it");
        }
        if (asker != null && !asker.isIn(life) && !isDone()) {
            throw new IllegalStateException("the answer to a request of " + asker
                    + " will never come: the selector has exited or been restarted since it asked. Ask from"
                    + " the thread itself, or have a selector ask that lives on");
        }
    }

    /**
     * A thread's wait, which ends with the answer, or when the asker leaves, exits or is restarted. It hangs on the answer, and so keeps an asker that hasn't been
     * packed to leave.
     */
    private final class Wait implements AutoCloseable {
        private final Cell of = Objects.requireNonNull(asker);
        private final CompletableFuture<?> left = new CompletableFuture<>();

        /** Never fails. */
        final CompletableFuture<?> over = anyOf(Answer.this, left).handle((any, failure) -> any);

        Wait() {
            SelectorPlace.of(of).kernel().requests().waiters().add(of, life, left);
        }

        @Override
        public void close() {
            SelectorPlace.of(of).kernel().requests().waiters().remove(of, left);
            left.complete(null); // and what hangs on the answer goes, if this ends before
        }
    }
}
