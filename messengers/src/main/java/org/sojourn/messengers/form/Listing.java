package org.sojourn.messengers.form;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A form as a text for people: its variables, its routines and its steps, one a line, with the line of the script before each. */
public final class Listing {
    private final Form form;
    private final List<Variable> routine;

    private Listing(Form form, List<Variable> routine) {
        this.form = form;
        this.routine = routine;
    }

    /** {@return a form as a text} */
    public static String of(Form form) {
        StringBuilder text = new StringBuilder();
        Listing script = new Listing(form, List.of());
        text.append("script ").append(form.name()).append('\n');
        variables(text, "node", form.node(), 0);
        variables(text, "messenger", form.messenger(), form.parameters());
        script.section(text, "node first", form.nodeSteps());
        script.section(text, "steps", form.steps());
        for (Routine each : form.routines()) {
            text.append("routine ").append(each.name());
            text.append(each.result() == null ? "" : ": " + name(each.result())).append('\n');
            variables(text, "own", each.variables(), each.parameters());
            new Listing(form, each.variables()).section(text, "steps", each.steps());
        }
        return text.toString();
    }

    /** {@return the steps of a script, one a line} */
    public static String steps(Form form) {
        StringBuilder text = new StringBuilder();
        new Listing(form, List.of()).lines(text, form.steps());
        return text.toString();
    }

    /** {@return an expression of a script's steps} */
    public static String expression(Form form, Expr expression) {
        return new Listing(form, List.of()).expr(expression);
    }

    /** {@return the numbers of the messenger's variables that an expression reads by themselves, each once} */
    public static Set<Integer> variables(Expr expression) {
        Set<Integer> read = new TreeSet<>();
        if (expression instanceof Expr.Get(Slot slot, Type _) && slot.scope() == Scope.MESSENGER) {
            read.add(slot.variable());
        }
        Parts.of(expression).forEach(part -> read.addAll(variables(part)));
        return read;
    }

    private static void variables(StringBuilder text, String whose, List<Variable> variables, int parameters) {
        for (int i = 0; i < variables.size(); i++) {
            Variable each = variables.get(i);
            text.append("  ")
                    .append(whose)
                    .append(' ')
                    .append(name(each.type()))
                    .append(' ')
                    .append(each.name());
            text.append(each.isArray() ? "[" + each.length() + "]" : "");
            text.append(i < parameters ? " (parameter)\n" : "\n");
        }
    }

    private void section(StringBuilder text, String title, List<Step> steps) {
        if (!steps.isEmpty()) {
            text.append(title).append(":\n");
            lines(text, steps);
        }
    }

    private void lines(StringBuilder text, List<Step> steps) {
        for (int i = 0; i < steps.size(); i++) {
            text.append(String.format("%4d: %3d  %s\n", i, steps.get(i).line(), step(steps.get(i))));
        }
    }

    private String step(Step step) {
        return switch (step) {
            case Step.Do its -> expr(its.what());
            case Step.Jump its -> "jump " + its.to();
            case Step.JumpIf its -> "jump " + its.to() + (its.when() ? " if " : " unless ") + expr(its.condition());
            case Step.Return its -> "return" + (its.value() == null ? "" : " " + expr(its.value()));
            case Step.CopySpan its -> span(its.to()) + " = " + span(its.from());
            case Step.SetText its -> span(its.to()) + " = text " + expr(its.text());
            case Step.Clear its -> span(its.span()) + " = zero";
            case Step.TakeResult its -> span(its.to()) + " = result " + its.number();
            case Step.Print its -> "print " + arguments(its.what());
            case Step.Report its -> "report " + expr(its.key()) + " " + argument(its.value());
            case Step.Send its -> "send " + expr(its.node()) + " " + argument(its.what());
            case Step.Yield _ -> "yield";
            case Step.Exit _ -> "exit";
            case Step.Hop its ->
                (its.isDelete() ? "delete" : "hop")
                        + patterns(its.node(), its.link(), its.weight(), its.physical(), its.direction());
            case Step.Create its ->
                "create" + (its.isAll() ? " all" : "")
                        + patterns(its.node(), its.link(), its.weight(), its.physical(), its.direction());
            case Step.Func its ->
                "func " + expr(its.file()) + " " + expr(its.name()) + " (" + arguments(its.in()) + ") -> "
                        + shapes(its.results());
            case Step.Exec its ->
                "exec " + expr(its.file()) + " (" + arguments(its.in()) + ")" + (its.isWaitedFor() ? "" : " nowait");
            case Step.Fork _ -> "fork";
            case Step.Duplicate _ -> "duplicate";
            case Step.Inject its -> "inject " + expr(its.script()) + " (" + arguments(its.arguments()) + ")";
            case Step.Receive its ->
                (its.isWaiting() ? "receive " : "try to receive ") + expr(its.node()) + " -> "
                        + shapes(List.of(its.shape()));
            case Step.Await its -> "await " + expr(its.condition());
            case Step.Outside its ->
                "outside " + name(its.what()) + " " + expr(its.number()) + " " + expr(its.priority()) + " ("
                        + arguments(its.values()) + ")"
                        + (its.shape() == null ? "" : " -> " + shapes(List.of(its.shape())));
        };
    }

    private String patterns(Pattern node, Pattern link, Pattern weight, Pattern physical, Step.Direction direction) {
        return pattern("node", node)
                + pattern("link", link)
                + pattern("weight", weight)
                + pattern("physical", physical)
                + (direction == Step.Direction.ANY ? "" : " " + name(direction));
    }

    private String pattern(String name, Pattern pattern) {
        return switch (pattern) {
            case Pattern.Omitted _ -> "";
            case Pattern.Any _ -> " " + name + " *";
            case Pattern.Unnamed _ -> " " + name + " ~";
            case Pattern.Is(Expr value) -> " " + name + " " + expr(value);
        };
    }

    private static String shapes(List<Shape> shapes) {
        return shapes.stream()
                .map(each -> name(each.type()) + (each.length() == 0 ? "" : "[" + each.length() + "]"))
                .collect(Collectors.joining(", "));
    }

    private String arguments(List<Argument> arguments) {
        return arguments.stream().map(this::argument).collect(Collectors.joining(", "));
    }

    private String argument(Argument argument) {
        return switch (argument) {
            case Argument.Value(Expr of) -> expr(of);
            case Argument.Copy(Span of) -> "copy of " + span(of);
        };
    }

    private String expr(Expr expr) {
        return switch (expr) {
            case Expr.Whole its -> its.value() + (its.type() == Type.LONG ? "L" : "");
            case Expr.Fraction its -> its.value() + (its.type() == Type.FLOAT ? "f" : "");
            case Expr.Text its -> quoted(its.value());
            case Expr.None _ -> "none";
            case Expr.Get its -> slot(its.slot());
            case Expr.Set its -> slot(its.slot()) + " = " + expr(its.value());
            case Expr.Update its -> update(its);
            case Expr.TextOf its -> "text(" + span(its.span()) + ")";
            case Expr.Joined its -> "joined" + call(its.values());
            case Expr.Network its -> "$" + name(its.what());
            case Expr.Given its ->
                "given(" + form.messenger().get(its.parameter()).name() + ")";
            case Expr.Negate its -> "-" + inner(its.of());
            case Expr.Complement its -> "~" + inner(its.of());
            case Expr.Not its -> "!" + inner(its.of());
            case Expr.Binary its -> inner(its.left()) + " " + sign(its.op()) + " " + inner(its.right());
            case Expr.Both its -> inner(its.left()) + (its.isAnd() ? " && " : " || ") + inner(its.right());
            case Expr.Choice its -> inner(its.condition()) + " ? " + inner(its.yes()) + " : " + inner(its.no());
            case Expr.Then its -> expr(its.first()) + ", " + expr(its.second());
            case Expr.Convert its -> "(" + name(its.narrow()) + ") " + inner(its.of());
            case Expr.Call its -> form.routines().get(its.routine()).name() + call(its.arguments());
            case Expr.Library its -> name(its.what()) + call(its.arguments());
            case Expr.Result its -> "result " + its.number();
        };
    }

    private String update(Expr.Update its) {
        return slot(its.slot()) + " " + sign(its.op()) + "= " + expr(its.operand())
                + (its.in() == its.type() ? "" : " in " + name(its.in()))
                + (its.isOld() ? " (old)" : "");
    }

    private String inner(Expr expr) {
        boolean isSimple = switch (expr) {
            case Expr.Set _, Expr.Update _, Expr.Binary _, Expr.Both _, Expr.Choice _, Expr.Then _ -> false;
            default -> true;
        };
        return isSimple ? expr(expr) : "(" + expr(expr) + ")";
    }

    private String call(List<Expr> arguments) {
        return arguments.stream().map(this::expr).collect(Collectors.joining(", ", "(", ")"));
    }

    private String slot(Slot slot) {
        return variable(slot.scope(), slot.variable()) + indices(slot.indices());
    }

    private String span(Span span) {
        int from = span.offset();
        return variable(span.scope(), span.variable()) + indices(span.first()) + "[" + from + ".."
                + (from + span.length() - 1) + "]";
    }

    private String indices(List<Slot.Index> indices) {
        return indices.stream()
                .map(each -> "[" + expr(each.at()) + " of " + each.extent() + "]")
                .collect(Collectors.joining());
    }

    private String variable(Scope scope, int number) {
        return switch (scope) {
            case MESSENGER -> form.messenger().get(number).name();
            case NODE -> "node." + form.node().get(number).name();
            case ROUTINE -> routine.get(number).name();
        };
    }

    private static String quoted(String text) {
        String escaped = text.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\t", "\\t")
                .replace("\0", "\\0");
        return "\"" + escaped + "\"";
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String sign(Op op) {
        return switch (op) {
            case ADD -> "+";
            case SUBTRACT -> "-";
            case MULTIPLY -> "*";
            case DIVIDE -> "/";
            case REMAINDER -> "%";
            case AND -> "&";
            case OR -> "|";
            case XOR -> "^";
            case SHIFT_LEFT -> "<<";
            case SHIFT_RIGHT -> ">>";
            case EQUAL -> "==";
            case NOT_EQUAL -> "!=";
            case LESS -> "<";
            case LESS_OR_EQUAL -> "<=";
            case GREATER -> ">";
            case GREATER_OR_EQUAL -> ">=";
        };
    }
}
