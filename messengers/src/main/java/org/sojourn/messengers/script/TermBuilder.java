package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.script.grammar.ScriptParser;

/** Makes terms from what the parser has read. */
final class TermBuilder {
    private final SourceFile file;
    private final Report report;
    private final TypeBuilder types;
    private int depth;

    TermBuilder(SourceFile file, Report report, TypeBuilder types) {
        this.file = file;
        this.report = report;
        this.types = types;
    }

    /** What the parser has read only in part, and has reported: the statement around is left out. */
    static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unreadable() {
            super(null, null, false, false);
        }
    }

    /** {@return a part that has been read whole} */
    static <C extends ParserRuleContext> C whole(@Nullable C context) {
        if (context == null || context.exception != null) {
            throw new Unreadable();
        }
        return context;
    }

    /** {@return a word that stands in the file} */
    static Token word(@Nullable TerminalNode node) {
        return word(node == null ? null : node.getSymbol());
    }

    static Token word(@Nullable Token token) {
        if (token == null || token.getTokenIndex() < 0) {
            throw new Unreadable();
        }
        return token;
    }

    Position at(Token token) {
        return Reader.position(file, token);
    }

    Position at(ParserRuleContext context) {
        return at(context.getStart());
    }

    /** Where a rule's first own word stands, such as its operator. */
    private Position sign(ParserRuleContext context) {
        return at(word(context.getChild(TerminalNode.class, 0)));
    }

    /** What stands between commas is nested: each one makes a level, as brackets do. */
    Term expression(ScriptParser.@Nullable ExpressionContext context) {
        List<ScriptParser.ExprContext> all = whole(context).expr();
        int commas = Math.max(0, all.size() - 1);
        depth += commas;
        try {
            Term term = expr(all.isEmpty() ? null : all.getFirst());
            for (int i = 1; i < all.size(); i++) {
                term = new Term.Comma(at(all.get(i)), term, expr(all.get(i)));
            }
            return term;
        } finally {
            depth -= commas;
        }
    }

    Term expr(ScriptParser.@Nullable ExprContext context) {
        ScriptParser.ExprContext its = whole(context);
        if (++depth > Limits.NESTING) {
            throw new Reader.TooDeep(its.getStart());
        }
        try {
            return term(its);
        } finally {
            depth--;
        }
    }

    private Term term(ScriptParser.ExprContext context) {
        return switch (context) {
            case ScriptParser.SimpleContext its -> primary(whole(its.primary()));
            case ScriptParser.IndexContext its ->
                new Term.Index(sign(its), expr(its.expr()), expression(its.expression()));
            case ScriptParser.MemberContext its -> member(its);
            case ScriptParser.PostfixContext its -> new Term.Postfix(at(its.op), its.op.getText(), expr(its.expr()));
            case ScriptParser.PrefixContext its -> prefix(its);
            case ScriptParser.CastContext its -> cast(its);
            case ScriptParser.BinaryContext its ->
                new Term.Binary(at(its.op), its.op.getText(), expr(its.expr(0)), expr(its.expr(1)));
            case ScriptParser.ChoiceContext its ->
                new Term.Choice(sign(its), expr(its.expr(0)), expression(its.expression()), expr(its.expr(1)));
            case ScriptParser.AssignContext its ->
                new Term.Assign(at(its.op), its.op.getText(), expr(its.expr(0)), expr(its.expr(1)));
            default -> throw new Unreadable();
        };
    }

    private Term member(ScriptParser.MemberContext context) {
        if (context.getChild(1).getText().equals("->")) {
            report.add(sign(context), Problem.E1, "there are no pointers: write '.' instead of '->'");
        }
        Token name = word(context.ID());
        return new Term.Member(at(name), expr(context.expr()), name.getText());
    }

    private Term prefix(ScriptParser.PrefixContext context) {
        Position at = at(context.op);
        String sign = context.op.getText();
        if (sign.equals("*") || sign.equals("&")) {
            report.add(
                    at,
                    Problem.E1,
                    "there are no pointers, so nothing for '" + sign
                            + "' to do: use a variable, an array with an index, or node_t");
            return new Term.Broken(at);
        }
        return new Term.Prefix(at, sign, expr(context.expr()));
    }

    private Term cast(ScriptParser.CastContext context) {
        Position at = at(context);
        if (context.getChild(2) instanceof TerminalNode sign && sign.getText().equals("*")) {
            report.add(at(sign.getSymbol()), Problem.E1, "there are no pointers: cast to a number's type");
            return new Term.Broken(at);
        }
        return new Term.Cast(at, types.type(context.type()), expr(context.expr()));
    }

    private Term primary(ScriptParser.PrimaryContext context) {
        Position at = at(context);
        return switch (context) {
            case ScriptParser.CallContext its ->
                new Term.Call(at, word(its.ID()).getText(), all(its.expr()));
            case ScriptParser.NameContext its ->
                new Term.Name(at, word(its.ID()).getText());
            case ScriptParser.NetworkContext its -> new Term.Network(at, its.getText());
            case ScriptParser.NumberContext its -> new Term.Number(at, its.getText());
            case ScriptParser.CharacterContext its -> new Term.Character(at, its.getText());
            case ScriptParser.TextContext its -> new Term.Text(at, text(its.STRING()));
            case ScriptParser.NoneContext _ -> new Term.None(at);
            case ScriptParser.SizeofContext _ -> sizeof(at);
            case ScriptParser.NestedContext its -> expression(its.expression());
            default -> throw new Unreadable();
        };
    }

    private Term sizeof(Position at) {
        report.add(
                at,
                Problem.E23,
                "there is no sizeof: a script sees no bytes; write how many elements there are as a number");
        return new Term.Broken(at);
    }

    private List<Term> all(List<ScriptParser.ExprContext> contexts) {
        List<Term> terms = new ArrayList<>();
        for (ScriptParser.ExprContext each : contexts) {
            terms.add(expr(each));
        }
        return terms;
    }

    private String text(List<TerminalNode> parts) {
        StringBuilder text = new StringBuilder();
        for (TerminalNode part : parts) {
            Token token = word(part);
            text.append(text(token));
        }
        return text.toString();
    }

    /** {@return what a text in quotes says} */
    String text(Token token) {
        return Literals.text(token.getText(), at(token), report);
    }
}
