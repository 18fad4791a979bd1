package org.sojourn.messengers.run;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Pattern;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Step;

/** Scheduling points as acts. */
final class PointActs {
    private final Acts acts;
    private final ExprActs exprs;
    private final ToIntFunction<List<Argument>> arguments;
    private final Consumer<List<Argument>> printed;

    /**
     * Adds to acts.
     *
     * @param arguments adds what leaves the values of arguments; returns how many
     * @param printed adds what leaves them as they are printed
     */
    PointActs(Acts acts, ExprActs exprs, ToIntFunction<List<Argument>> arguments, Consumer<List<Argument>> printed) {
        this.acts = acts;
        this.exprs = exprs;
        this.arguments = arguments;
        this.printed = printed;
    }

    /**
     * Adds a point.
     *
     * @param next the step after it
     */
    void point(Step.Point point, int next) {
        switch (point) {
            case Step.Yield its -> stop(next, m -> m.turn.yields(false));
            case Step.Exit its -> stop(next, m -> m.turn.exit());
            case Step.Fork its -> stop(next, m -> m.turn.fork());
            case Step.Duplicate its -> stop(next, m -> m.turn.duplicate());
            case Step.Hop its -> {
                patterns(its.node(), its.link(), its.weight(), its.physical());
                stop(next, m -> hop(m, its));
            }
            case Step.Create its -> {
                patterns(its.node(), its.link(), its.weight(), its.physical());
                stop(next, m -> create(m, its));
            }
            case Step.Func its -> {
                exprs.value(its.file());
                exprs.value(its.name());
                int count = arguments.applyAsInt(its.in());
                Shape[] results = its.results().toArray(Shape[]::new);
                stop(next, m -> {
                    @Nullable Object[] in = m.pop(count);
                    String name = m.popText();
                    m.turn.func(m.popText(), name, in, results);
                });
            }
            case Step.Exec its -> {
                exprs.value(its.file());
                int count = arguments.applyAsInt(its.in());
                stop(next, m -> {
                    @Nullable Object[] in = m.pop(count);
                    m.turn.exec(m.popText(), in, its.isWaitedFor());
                });
            }
            case Step.Inject its -> {
                exprs.value(its.script());
                int count = arguments.applyAsInt(its.arguments());
                stop(next, m -> {
                    @Nullable Object[] in = m.pop(count);
                    m.turn.inject(m.popText(), in);
                });
            }
            case Step.Receive its -> {
                exprs.value(its.node());
                stop(next, m -> m.turn.receive(m.pop(), its.isWaiting(), its.shape()));
            }
            case Step.Outside its -> outside(its, next);
            case Step.Await its -> {
                exprs.value(its.condition());
                acts.add(m -> {
                    if (m.popInt() == 0) {
                        m.stop(next - 1);
                        m.turn.yields(true);
                    }
                });
            }
        }
    }

    private void outside(Step.Outside its, int next) {
        exprs.value(its.number());
        exprs.value(its.priority());
        printed.accept(its.values());
        int count = its.values().size();
        stop(next, m -> {
            @Nullable Object[] values = m.pop(count);
            int priority = m.popInt();
            m.turn.outside(its.what(), m.popInt(), priority, values, its.shape());
        });
    }

    private void stop(int next, Consumer<Machine> telling) {
        acts.add(m -> {
            m.stop(next);
            telling.accept(m);
        });
    }

    private void patterns(Pattern... all) {
        for (Pattern each : all) {
            if (each instanceof Pattern.Is its) {
                exprs.value(its.value());
            } else {
                acts.add(m -> m.push(null));
            }
        }
    }

    private static void hop(Machine m, Step.Hop its) {
        @Nullable Object[] is = m.pop(4);
        m.turn.hop(
                its.isDelete(),
                kind(its.node()),
                is[0],
                kind(its.link()),
                (String) is[1],
                kind(its.weight()),
                is[2] == null ? 0 : (Double) is[2],
                kind(its.physical()),
                (String) is[3],
                its.direction());
    }

    private static void create(Machine m, Step.Create its) {
        @Nullable Object[] is = m.pop(4);
        m.turn.create(
                its.isAll(),
                kind(its.node()),
                is[0],
                kind(its.link()),
                (String) is[1],
                kind(its.weight()),
                is[2] == null ? 0 : (Double) is[2],
                kind(its.physical()),
                (String) is[3],
                its.direction());
    }

    static int kind(Pattern pattern) {
        return switch (pattern) {
            case Pattern.Omitted its -> Turn.OMITTED;
            case Pattern.Any its -> Turn.ANY;
            case Pattern.Unnamed its -> Turn.UNNAMED;
            case Pattern.Is its -> Turn.IS;
        };
    }
}
