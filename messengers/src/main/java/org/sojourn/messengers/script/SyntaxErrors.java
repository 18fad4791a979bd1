package org.sojourn.messengers.script;

import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.FailedPredicateException;
import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.NoViableAltException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.sojourn.messengers.script.grammar.ScriptParser;

/** Says in plain words why something can't be read, and where reading can go on: at the end of the statement, or at a word that begins one. */
final class SyntaxErrors extends DefaultErrorStrategy {
    private static final int FEW = 3;

    private static final int[] BEGINNINGS = {
        Token.EOF,
        ScriptParser.BREAK,
        ScriptParser.CASE,
        ScriptParser.CHAR,
        ScriptParser.CONTINUE,
        ScriptParser.CREATE,
        ScriptParser.DEFAULT,
        ScriptParser.DELETE,
        ScriptParser.DO,
        ScriptParser.DOUBLE,
        ScriptParser.EXEC,
        ScriptParser.EXIT,
        ScriptParser.FLOAT,
        ScriptParser.FOR,
        ScriptParser.FUNC,
        ScriptParser.GOTO,
        ScriptParser.HOP,
        ScriptParser.IF,
        ScriptParser.INT,
        ScriptParser.LONG,
        ScriptParser.MESSENGER_T,
        ScriptParser.NODE_T,
        ScriptParser.RETURN,
        ScriptParser.SHORT,
        ScriptParser.STRUCT,
        ScriptParser.SWITCH,
        ScriptParser.WHILE,
    };

    private static final Set<String> SIGNS_OF_STATEMENTS = Set.of("';'", "'{'", "'}'");
    private static final Set<String> SIGNS_OF_VALUES = Set.of("')'", "']'", "','", "':'");
    private static final Set<Integer> VALUES = Set.of(
            ScriptParser.RULE_expr,
            ScriptParser.RULE_primary,
            ScriptParser.RULE_expression,
            ScriptParser.RULE_initialiser,
            ScriptParser.RULE_pattern,
            ScriptParser.RULE_argument,
            ScriptParser.RULE_arguments);
    private static final Set<Integer> NAMES = Set.of(
            ScriptParser.RULE_declarator,
            ScriptParser.RULE_declarators,
            ScriptParser.RULE_enumerator,
            ScriptParser.RULE_enumerators);

    private static final Set<Integer> DECLARATIONS = Set.of(
            ScriptParser.RULE_declarationOrRoutine,
            ScriptParser.RULE_declaration,
            ScriptParser.RULE_field,
            ScriptParser.RULE_type,
            ScriptParser.RULE_typeWord);
    private static final Set<Integer> TYPES = Set.of(
            ScriptParser.CHAR,
            ScriptParser.SHORT,
            ScriptParser.INT,
            ScriptParser.LONG,
            ScriptParser.FLOAT,
            ScriptParser.DOUBLE,
            ScriptParser.SIGNED,
            ScriptParser.VOID,
            ScriptParser.NODE_T,
            ScriptParser.MESSENGER_T,
            ScriptParser.UNSIGNED);

    private final SourceFile file;
    private final Report report;

    SyntaxErrors(SourceFile file, Report report) {
        this.file = file;
        this.report = report;
    }

    @Override
    protected void reportNoViableAlternative(Parser parser, NoViableAltException e) {
        mismatch(parser, e);
    }

    @Override
    protected void reportInputMismatch(Parser parser, InputMismatchException e) {
        mismatch(parser, e);
    }

    @Override
    protected void reportFailedPredicate(Parser parser, FailedPredicateException e) {
        mismatch(parser, e);
    }

    @Override
    protected void reportUnwantedToken(Parser parser) {
        if (!inErrorRecoveryMode(parser)) {
            beginErrorCondition(parser);
            Token found = parser.getCurrentToken();
            wrong(parser, found, parser.getContext().getRuleIndex(), getExpectedTokens(parser));
        }
    }

    @Override
    protected void reportMissingToken(Parser parser) {
        if (!inErrorRecoveryMode(parser)) {
            beginErrorCondition(parser);
            missing(parser, parser.getCurrentToken(), words(getExpectedTokens(parser)));
        }
    }

    private void missing(Parser parser, Token found, String expected) {
        Token before = parser.getTokenStream().get(Math.max(0, found.getTokenIndex() - 1));
        if (before == found) {
            say(found, "there should be " + expected + " before " + word(found));
            return;
        }
        int end = before.getCharPositionInLine()
                + before.getText().codePointCount(0, before.getText().length());
        report.add(
                new Position(file, before.getLine(), end + 1),
                Problem.E13,
                "there should be " + expected + " after " + word(before));
    }

    private void mismatch(Parser parser, RecognitionException e) {
        Token found = e.getOffendingToken();
        IntervalSet expected = e.getExpectedTokens();
        int rule = e.getCtx() == null ? ScriptParser.RULE_script : e.getCtx().getRuleIndex();
        if (expected != null
                && expected.size() == 1
                && rule != ScriptParser.RULE_block
                && !expected.contains(Token.EOF)) {
            missing(parser, found, words(expected));
        } else {
            wrong(parser, found, rule, expected == null ? new IntervalSet() : expected);
        }
    }

    /** After a type there is a name, and after what is declared there is an end. */
    private void wrong(Parser parser, Token found, int rule, IntervalSet expected) {
        if (!DECLARATIONS.contains(rule) || found.getTokenIndex() == 0) {
            say(found, sentence(parser, found, rule, expected));
        } else if (TYPES.contains(
                parser.getTokenStream().get(found.getTokenIndex() - 1).getType())) {
            say(found, sentence(parser, found, ScriptParser.RULE_declarator, new IntervalSet()));
        } else {
            missing(parser, found, "';'");
        }
    }

    private static String sentence(Parser parser, Token found, int rule, IntervalSet expected) {
        String text = word(found);
        if (found.getType() == Token.EOF) {
            return rule == ScriptParser.RULE_block
                    ? "the file ends inside of the block that begins in line "
                            + parser.getContext().getStart().getLine() + ": a '}' is missing"
                    : "the file ends in the middle of something: " + wanted(rule, expected) + " is missing";
        }
        if (NAMES.contains(rule) || expected.size() == 1 && expected.contains(ScriptParser.ID)) {
            return "there should be a name where " + text + " stands"
                    + (Character.isLetter(found.getText().codePointAt(0)) ? ", which is a word of the language" : "");
        }
        return switch (found.getText()) {
            case "else" -> "this 'else' belongs to no 'if'";
            case "}" ->
                VALUES.contains(rule) ? "there should be a value before '}'" : "this '}' closes nothing that is open";
            case ")", "]" ->
                VALUES.contains(rule)
                        ? "there should be a value before " + text
                        : "this " + text + " closes nothing that is open";
            default -> "there should be " + wanted(rule, expected) + " where " + text + " stands";
        };
    }

    private static String wanted(int rule, IntervalSet expected) {
        if (expected.size() > 0 && expected.size() <= FEW) {
            return words(expected);
        }
        if (VALUES.contains(rule)) {
            return "a value";
        }
        return NAMES.contains(rule) ? "a name" : "a statement";
    }

    private static String words(IntervalSet types) {
        List<String> words = types.toList().stream().map(SyntaxErrors::kind).toList();
        return String.join(" or ", words);
    }

    private static String kind(int type) {
        return switch (type) {
            case Token.EOF -> "the end of the file";
            case ScriptParser.ID -> "a name";
            case ScriptParser.STRING -> "a text in quotes";
            case ScriptParser.NUMBER -> "a number";
            default -> String.valueOf(ScriptParser.VOCABULARY.getDisplayName(type));
        };
    }

    private static String word(Token token) {
        if (token.getType() == Token.EOF) {
            return "the end of the file";
        }
        String text = token.getText();
        int most = 40;
        return text.startsWith("\"")
                ? "a text"
                : "'" + (text.length() > most ? text.substring(0, most) + "..." : text) + "'";
    }

    private void say(Token at, String sentence) {
        report.add(Reader.position(file, at), Problem.E13, sentence);
    }

    @Override
    protected IntervalSet getErrorRecoverySet(Parser parser) {
        IntervalSet follow = super.getErrorRecoverySet(parser);
        IntervalSet set = new IntervalSet(BEGINNINGS);
        for (int type = 1; type <= ScriptParser.VOCABULARY.getMaxTokenType(); type++) {
            String sign = ScriptParser.VOCABULARY.getLiteralName(type);
            if (sign != null
                    && (SIGNS_OF_STATEMENTS.contains(sign)
                            || SIGNS_OF_VALUES.contains(sign) && follow.contains(type))) {
                set.add(type);
            }
        }
        return set;
    }
}
