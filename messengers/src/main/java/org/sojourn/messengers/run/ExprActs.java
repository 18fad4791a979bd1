package org.sojourn.messengers.run;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Routine;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Span;
import org.sojourn.messengers.form.Variable;

/** Expressions as acts: those of the operands, and then one that takes their values and leaves the expression's. */
final class ExprActs {
    private final Declared declared;
    private final Layout layout;
    private final Acts acts;
    private final List<Acts> routines;

    /**
     * Adds to acts.
     *
     * @param routines those that may be called, by number; may be filled in later
     */
    ExprActs(Declared declared, Layout layout, Acts acts, List<Acts> routines) {
        this.declared = declared;
        this.layout = layout;
        this.acts = acts;
        this.routines = routines;
    }

    /** Leaves an expression's value. */
    void value(Expr expr) {
        switch (expr) {
            case Expr.Whole its -> constant(Values.constant(its));
            case Expr.Fraction its -> constant(Values.constant(its));
            case Expr.Text its -> constant(its.value());
            case Expr.None its -> constant(null);
            case Expr.Get its -> {
                Cell cell = element(its.slot());
                acts.add(m -> m.push(cell.read(m, m.popInt())));
            }
            case Expr.Set its -> {
                Cell cell = element(its.slot());
                value(its.value());
                acts.add(m -> {
                    Object value = m.pop();
                    m.push(cell.store(m, m.popInt(), value));
                });
            }
            case Expr.Update its -> update(its);
            case Expr.TextOf its -> {
                Cell cell = start(its.span());
                int length = its.span().length();
                acts.add(m -> m.push(Texts.read((byte[]) cell.array(m), m.popInt(), length)));
            }
            case Expr.Joined its -> {
                its.values().forEach(this::printed);
                int count = its.values().size();
                acts.add(m -> m.push(Texts.joined(m.pop(count))));
            }
            case Expr.Negate its -> {
                value(its.of());
                acts.add(m -> m.push(Values.negative(m.pop())));
            }
            case Expr.Complement its -> {
                value(its.of());
                acts.add(m -> m.push(Values.complement(m.pop())));
            }
            case Expr.Not its -> {
                value(its.of());
                acts.add(m -> m.push(m.popInt() == 0 ? 1 : 0));
            }
            case Expr.Convert its -> {
                value(its.of());
                acts.add(m -> m.push(Values.convert(m.pop(), its.narrow())));
            }
            default -> joined(expr);
        }
    }

    /** Leaves a value that is to be printed: a character as such. */
    void printed(Expr value) {
        value(value);
        if (Texts.isCharacter(value)) {
            acts.add(m -> m.push(Texts.character(m.popInt())));
        }
    }

    private void joined(Expr expr) {
        switch (expr) {
            case Expr.Binary its -> {
                value(its.left());
                value(its.right());
                acts.add(m -> {
                    Object right = m.pop();
                    m.push(Values.join(its.op(), its.in(), m.pop(), right));
                });
            }
            case Expr.Both its -> both(its);
            case Expr.Choice its -> choice(its);
            case Expr.Then its -> {
                value(its.first());
                acts.add(Machine::pop);
                value(its.second());
            }
            case Expr.Call its -> call(its);
            case Expr.Library its -> {
                its.arguments().forEach(this::value);
                int count = its.arguments().size();
                acts.add(m -> m.push(Library.call(m.turn, its.what(), m.pop(count))));
            }
            case Expr.Network its -> acts.add(m -> m.push(Library.known(m.turn, its.what())));
            case Expr.Given its -> acts.add(m -> m.push(m.turn.isGiven(its.parameter()) ? 1 : 0));
            case Expr.Result its -> acts.add(m -> m.push(Results.as(its.type(), m.results, its.number())));
            default -> throw new AssertionError(expr);
        }
    }

    private void constant(@Nullable Object value) {
        acts.add(m -> m.push(value));
    }

    private void update(Expr.Update its) {
        Cell cell = element(its.slot());
        acts.add(m -> {
            int element = m.popInt();
            m.push(element);
            m.push(cell.read(m, element));
        });
        value(its.operand());
        acts.add(m -> {
            Object operand = m.pop();
            Object old = m.pop();
            Object joined = Values.join(its.op(), its.in(), Values.convert(old, its.in()), operand);
            Object stored = cell.store(m, m.popInt(), joined);
            m.push(its.isOld() ? old : stored);
        });
    }

    private void both(Expr.Both its) {
        value(its.left());
        int test = acts.next();
        acts.add(_ -> {});
        value(its.right());
        acts.add(m -> m.push(m.popInt() == 0 ? 0 : 1));
        int end = acts.next();
        acts.set(test, m -> {
            boolean is = m.popInt() != 0;
            if (is != its.isAnd()) {
                m.push(is ? 1 : 0);
                m.jump(end);
            }
        });
    }

    private void choice(Expr.Choice its) {
        value(its.condition());
        int test = acts.next();
        acts.add(_ -> {});
        value(its.yes());
        int leave = acts.next();
        acts.add(_ -> {});
        int no = acts.next();
        value(its.no());
        int end = acts.next();
        acts.set(test, m -> {
            if (m.popInt() == 0) {
                m.jump(no);
            }
        });
        acts.set(leave, m -> m.jump(end));
    }

    private void call(Expr.Call its) {
        its.arguments().forEach(this::value);
        Routine routine = declared.form().routines().get(its.routine());
        int weight = Limits.weight(routine);
        List<Variable> variables = routine.variables();
        acts.add(m -> {
            @Nullable Object[] locals = new @Nullable Object[variables.size()];
            @Nullable Object[] arguments = m.pop(routine.parameters());
            for (int i = 0; i < locals.length; i++) {
                Variable each = variables.get(i);
                boolean isNumber = each.type().isNumber();
                locals[i] = i >= arguments.length
                        ? Values.zero(each.type())
                        : isNumber ? Values.convert(arguments[i], each.type()) : arguments[i];
            }
            m.call(routines.get(its.routine()), routine.name(), weight, locals);
        });
    }

    /** Leaves the number of an element; 0 for a scalar. */
    private Cell element(Slot slot) {
        Cell cell = cell(slot.scope(), slot.variable());
        indices(slot.indices(), cell.variable().name());
        return cell;
    }

    /** Leaves the number of a span's first element. */
    Cell start(Span span) {
        Cell cell = cell(span.scope(), span.variable());
        indices(span.first(), cell.variable().name());
        acts.add(m -> m.push(m.popInt() * span.length() + span.offset()));
        return cell;
    }

    private void indices(List<Slot.Index> indices, String name) {
        constant(0);
        for (Slot.Index each : indices) {
            value(each.at());
            int extent = each.extent();
            acts.add(m -> {
                int index = Checks.index(((Number) Objects.requireNonNull(m.pop())).longValue(), extent, name);
                m.push(m.popInt() * extent + index);
            });
        }
    }

    private Cell cell(Scope scope, int variable) {
        int at = scope == Scope.MESSENGER ? layout.at(variable) : variable;
        return new Cell(scope, variable, at, declared.variable(scope, variable));
    }
}
