package org.sojourn.messengers.run;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Routine;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/** Steps as acts. */
final class StepActs {
    private final Acts acts;
    private final ExprActs exprs;
    private final @Nullable Routine routine;

    private StepActs(Declared declared, Layout layout, Acts acts, List<Acts> routines, @Nullable Routine routine) {
        this.acts = acts;
        this.exprs = new ExprActs(declared, layout, acts, routines);
        this.routine = routine;
    }

    /** {@return the acts of the script itself, or of a routine} */
    static Acts of(Declared declared, Layout layout, List<Acts> routines, @Nullable Routine routine) {
        List<Step> steps = routine == null ? declared.form().steps() : routine.steps();
        Acts acts = new Acts(steps.size());
        StepActs adding = new StepActs(declared, layout, acts, routines, routine);
        for (int i = 0; i < steps.size(); i++) {
            acts.begin(i, steps.get(i).line());
            adding.step(i, steps.get(i));
        }
        acts.begin(steps.size(), steps.isEmpty() ? 0 : steps.getLast().line());
        adding.end(steps.size());
        return acts;
    }

    private void end(int step) {
        if (routine != null) {
            leave(null);
        } else {
            acts.add(m -> {
                m.stop(step);
                m.turn.exit();
            });
        }
    }

    private void step(int number, Step step) {
        switch (step) {
            case Step.Do its -> {
                exprs.value(its.what());
                acts.add(Machine::pop);
            }
            case Step.Jump its -> {
                boolean isBack = its.to() <= number;
                acts.add(m -> jump(m, isBack, its.to()));
            }
            case Step.JumpIf its -> {
                boolean isBack = its.to() <= number;
                exprs.value(its.condition());
                acts.add(m -> {
                    if ((m.popInt() != 0) == its.when()) {
                        jump(m, isBack, its.to());
                    }
                });
            }
            case Step.Return its -> leave(its.value());
            case Step.Point its -> new PointActs(acts, exprs, this::arguments, this::printed).point(its, number + 1);
            case Step.Print its -> said(its);
            case Step.Report its -> said(its);
            case Step.Send its -> said(its);
            default -> span(step);
        }
    }

    private void span(Step step) {
        switch (step) {
            case Step.CopySpan its -> {
                Cell from = exprs.start(its.from());
                Cell to = exprs.start(its.to());
                acts.add(m -> {
                    int end = m.popInt();
                    System.arraycopy(
                            from.array(m),
                            m.popInt(),
                            to.array(m),
                            end,
                            its.to().length());
                    to.noteStore(m);
                });
            }
            case Step.SetText its -> {
                Cell to = exprs.start(its.to());
                exprs.value(its.text());
                acts.add(m -> {
                    String text = m.popText();
                    Texts.store((byte[]) to.array(m), m.popInt(), its.to().length(), text);
                    to.noteStore(m);
                });
            }
            case Step.Clear its -> {
                Cell to = exprs.start(its.span());
                acts.add(m -> {
                    Spans.clear(to.array(m), m.popInt(), its.span().length());
                    to.noteStore(m);
                });
            }
            case Step.TakeResult its -> {
                Cell to = exprs.start(its.to());
                acts.add(m -> {
                    Results.take(
                            m.results,
                            its.number(),
                            to.array(m),
                            m.popInt(),
                            its.to().length());
                    to.noteStore(m);
                });
            }
            default -> throw new AssertionError(step);
        }
    }

    private void said(Step step) {
        switch (step) {
            case Step.Print its -> {
                int count = its.what().size();
                printed(its.what());
                acts.add(m -> m.turn.print(Texts.joined(m.pop(count))));
            }
            case Step.Report its -> {
                exprs.value(its.key());
                argument(its.value());
                acts.add(m -> {
                    Object value = m.pop();
                    m.turn.report(m.popText(), value);
                });
            }
            case Step.Send its -> {
                exprs.value(its.node());
                argument(its.what());
                acts.add(m -> {
                    Object what = m.pop();
                    m.turn.send(m.pop(), what);
                });
            }
            default -> throw new AssertionError(step);
        }
    }

    private static void jump(Machine machine, boolean isBack, int to) {
        if (isBack) {
            Checks.poll(machine.turn);
        }
        machine.jumpToStep(to);
    }

    private void leave(@Nullable Expr value) {
        if (value != null) {
            exprs.value(value);
        } else {
            Type result = Objects.requireNonNull(routine).result();
            Object zero = result == null ? Integer.valueOf(0) : Values.zero(result);
            acts.add(m -> m.push(zero));
        }
        acts.add(Machine::leave);
    }

    private int arguments(List<Argument> all) {
        all.forEach(this::argument);
        return all.size();
    }

    private void printed(List<Argument> all) {
        for (Argument each : all) {
            if (each instanceof Argument.Value(Expr value)) {
                exprs.printed(value);
            } else {
                argument(each);
            }
        }
    }

    private void argument(Argument argument) {
        switch (argument) {
            case Argument.Value its -> exprs.value(its.of());
            case Argument.Copy its -> {
                Cell from = exprs.start(its.of());
                acts.add(m ->
                        m.push(Spans.copy(from.array(m), m.popInt(), its.of().length())));
            }
        }
    }
}
