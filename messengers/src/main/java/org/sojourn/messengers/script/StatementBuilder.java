package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.script.grammar.ScriptParser;

/** Makes statements from what the parser has read. What it has read only in part is {@link Statement.Broken}. */
final class StatementBuilder {
    private final TypeBuilder types;
    private final TermBuilder terms;
    private final Report report;

    StatementBuilder(SourceFile file, Report report) {
        this.types = new TypeBuilder(file, report);
        this.terms = types.terms();
        this.report = report;
    }

    List<Statement> script(ScriptParser.ScriptContext context) {
        List<Statement> all = new ArrayList<>();
        for (ScriptParser.ItemContext each : context.item()) {
            all.add(tried(each, () -> item(each)));
        }
        return all;
    }

    /** One statement. */
    private interface Build {
        Statement build();
    }

    private Statement tried(ParserRuleContext context, Build build) {
        try {
            TermBuilder.whole(context);
            return build.build();
        } catch (TermBuilder.Unreadable _) {
            Set<String> names = new TreeSet<>();
            names(context, names);
            return new Statement.Broken(terms.at(context), names);
        }
    }

    private static void names(ParseTree tree, Set<String> names) {
        if (tree instanceof TerminalNode node && node.getSymbol().getType() == ScriptParser.ID) {
            names.add(node.getText());
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            names(tree.getChild(i), names);
        }
    }

    private Statement item(ScriptParser.ItemContext context) {
        if (context.nodeFile() != null) {
            ScriptParser.NodeFileContext its = TermBuilder.whole(context.nodeFile());
            if (its.STRING() == null) {
                report.add(terms.at(its), Problem.E5, "#node wants the name of a file in quotes: #node \"file\"");
                return new Statement.Empty(terms.at(its));
            }
            return new Statement.NodeFile(terms.at(its), terms.text(TermBuilder.word(its.STRING())));
        }
        if (context.declarationOrRoutine() != null) {
            ScriptParser.DeclarationOrRoutineContext its = TermBuilder.whole(context.declarationOrRoutine());
            TypeName type = types.type(its.type());
            if (its.routine() != null) {
                return routine(modifiers(its.modifier()), type, TermBuilder.whole(its.routine()));
            }
            return new Statement.Declare(
                    terms.at(its), modifiers(its.modifier()), type, types.declarators(its.declarators()));
        }
        return statement(context.statement());
    }

    private static List<String> modifiers(List<ScriptParser.ModifierContext> contexts) {
        return contexts.stream().map(ParserRuleContext::getText).toList();
    }

    private Statement routine(List<String> modifiers, TypeName type, ScriptParser.RoutineContext context) {
        Token name = TermBuilder.word(context.ID());
        boolean isPointer = context.getChild(0) != context.ID();
        var result = new Statement.Declared(
                type.at(),
                modifiers,
                type,
                new TypeName.Declarator(terms.at(name), name.getText(), isPointer, List.of(), null));
        List<Statement.Declared> parameters = new ArrayList<>();
        if (context.parameters() != null) {
            for (ScriptParser.ParameterContext each :
                    TermBuilder.whole(context.parameters()).parameter()) {
                parameters.add(parameter(TermBuilder.whole(each)));
            }
        }
        Statement.Block body = context.block() == null ? null : block(TermBuilder.whole(context.block()));
        return new Statement.Routine(terms.at(name), result, name.getText(), parameters, body);
    }

    private Statement.Declared parameter(ScriptParser.ParameterContext context) {
        TypeName type = types.type(context.type());
        TypeName.Declarator declarator = null;
        boolean isPointer = context.children.stream().map(ParseTree::getText).anyMatch(Set.of("*", "&")::contains);
        if (context.ID() != null || isPointer) {
            String name =
                    context.ID() == null ? "" : TermBuilder.word(context.ID()).getText();
            Position at = context.ID() == null
                    ? terms.at(context)
                    : terms.at(context.ID().getSymbol());
            declarator = new TypeName.Declarator(at, name, isPointer, types.extents(context.extent()), null);
        }
        return new Statement.Declared(terms.at(context), modifiers(context.modifier()), type, declarator);
    }

    private Statement declaration(ScriptParser.DeclarationContext context) {
        ScriptParser.DeclarationContext its = TermBuilder.whole(context);
        return new Statement.Declare(
                terms.at(its), modifiers(its.modifier()), types.type(its.type()), types.declarators(its.declarators()));
    }

    private Statement.Block block(ScriptParser.BlockContext context) {
        List<Statement> all = new ArrayList<>();
        for (ParseTree each : context.children) {
            if (each instanceof ScriptParser.DeclarationContext its) {
                all.add(tried(its, () -> declaration(its)));
            } else if (each instanceof ScriptParser.StatementContext its) {
                all.add(statement(its));
            }
        }
        return new Statement.Block(terms.at(context), all);
    }

    private Statement statement(ScriptParser.@Nullable StatementContext context) {
        if (context == null) {
            throw new TermBuilder.Unreadable();
        }
        return tried(context, () -> built(context));
    }

    private Statement built(ScriptParser.StatementContext context) {
        Position at = terms.at(context);
        return switch (context) {
            case ScriptParser.BlockStatementContext its -> block(TermBuilder.whole(its.block()));
            case ScriptParser.LabelledContext its -> labelled(at, its);
            case ScriptParser.IfContext its ->
                new Statement.If(
                        at,
                        terms.expression(its.expression()),
                        statement(its.statement(0)),
                        its.ELSE() == null ? null : statement(its.statement(1)));
            case ScriptParser.WhileContext its ->
                new Statement.While(at, terms.expression(its.expression()), statement(its.statement()));
            case ScriptParser.DoWhileContext its ->
                new Statement.DoWhile(at, statement(its.statement()), terms.expression(its.expression()));
            case ScriptParser.ForContext its -> loop(at, its);
            case ScriptParser.SwitchContext its ->
                new Statement.Switch(at, terms.expression(its.expression()), statement(its.statement()));
            case ScriptParser.BreakContext _ -> new Statement.Break(at);
            case ScriptParser.ContinueContext _ -> new Statement.Continue(at);
            case ScriptParser.GotoContext its -> {
                Token label = TermBuilder.word(its.ID());
                yield new Statement.Goto(terms.at(label), label.getText());
            }
            case ScriptParser.ReturnContext its -> new Statement.Return(at, optional(its.expression()));
            case ScriptParser.ExitContext _ -> new Statement.Exit(at);
            case ScriptParser.OperateContext its ->
                new Statement.Operate(at, its.operation.getText(), arguments(TermBuilder.whole(its.arguments())));
            case ScriptParser.ExpressionStatementContext its ->
                new Statement.Evaluate(at, terms.expression(its.expression()));
            case ScriptParser.EmptyContext _ -> new Statement.Empty(at);
            default -> throw new TermBuilder.Unreadable();
        };
    }

    private @Nullable Term optional(ScriptParser.@Nullable ExpressionContext context) {
        return context == null ? null : terms.expression(context);
    }

    private Statement loop(Position at, ScriptParser.ForContext context) {
        Statement first = null;
        if (context.declaration() != null) {
            first = declaration(context.declaration());
        } else if (context.expression() != null) {
            first = new Statement.Evaluate(terms.at(context.expression()), terms.expression(context.expression()));
        }
        return new Statement.For(
                at,
                first,
                optional(TermBuilder.whole(context.forCondition()).expression()),
                optional(TermBuilder.whole(context.forUpdate()).expression()),
                statement(context.statement()));
    }

    private Statement labelled(Position at, ScriptParser.LabelledContext context) {
        List<Statement.Label> labels = new ArrayList<>();
        for (ScriptParser.LabelContext each : context.label()) {
            ScriptParser.LabelContext its = TermBuilder.whole(each);
            Position where = terms.at(its);
            if (its.ID() != null) {
                labels.add(new Statement.Named(where, TermBuilder.word(its.ID()).getText()));
            } else if (its.CASE() != null) {
                labels.add(new Statement.Case(where, terms.expr(its.expr())));
            } else {
                labels.add(new Statement.Default(where));
            }
        }
        Statement body = context.statement() == null ? new Statement.Empty(at) : statement(context.statement());
        return new Statement.Labelled(at, labels, body);
    }

    private List<Statement.Argument> arguments(ScriptParser.ArgumentsContext context) {
        List<Statement.Argument> all = new ArrayList<>();
        for (ScriptParser.ArgumentContext each : context.argument()) {
            ScriptParser.ArgumentContext its = TermBuilder.whole(each);
            String name = its.ID() == null ? null : TermBuilder.word(its.ID()).getText();
            ScriptParser.PatternContext pattern = TermBuilder.whole(its.pattern());
            all.add(new Statement.Argument(
                    terms.at(its),
                    name,
                    new Statement.Pattern(
                            terms.at(pattern),
                            pattern.sign == null ? null : pattern.sign.getText(),
                            pattern.expr() == null ? null : terms.expr(pattern.expr()))));
        }
        return all;
    }
}
