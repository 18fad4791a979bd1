package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.tree.ErrorNode;
import org.antlr.v4.runtime.tree.ParseTreeListener;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.script.grammar.ScriptLexer;
import org.sojourn.messengers.script.grammar.ScriptParser;

/** Reads a file: its words, and what they make up. */
final class Reader {
    /** The rules that can be in one another without end: each time through one of these. */
    private static final Set<Integer> RECURSIVE = Set.of(
            ScriptParser.RULE_expr, ScriptParser.RULE_statement, ScriptParser.RULE_type, ScriptParser.RULE_initialiser);

    private final SourceFile file;
    private final Report report;

    private Reader(SourceFile file, Report report) {
        this.file = file;
        this.report = report;
    }

    /** {@return what stands in a file; what can't be read is reported, and is {@link Statement.Broken}} */
    static List<Statement> read(SourceFile file, Report report) {
        report.open(file);
        return new Reader(file, report).read();
    }

    private List<Statement> read() {
        if (file.text().length() > Limits.SOURCE) {
            report.add(
                    new Position(file, 1, 1),
                    Problem.E21,
                    "this file has " + file.text().length() + " characters; a script may have " + Limits.SOURCE
                            + ": put data into node variables, messages or files");
            return List.of();
        }
        ScriptParser parser = new ScriptParser(new CommonTokenStream(new ListTokenSource(words())));
        parser.removeErrorListeners();
        parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
        parser.setErrorHandler(new SyntaxErrors(file, report));
        parser.addParseListener(new Nesting());
        try {
            List<Statement> all = new ArrayList<>();
            StatementBuilder builder = new StatementBuilder(file, report);
            all.addAll(builder.script(parser.script()));
            while (parser.getCurrentToken().getType() != Token.EOF) {
                // Something has ended the script too early, such as a bracket that closes nothing: the rest is read as
                // well.
                parser.getInputStream().consume();
                parser.getErrorHandler().reset(parser);
                all.addAll(builder.script(parser.script()));
            }
            return all;
        } catch (TooDeep e) {
            report.add(
                    position(file, e.at),
                    Problem.E21,
                    "this is nested too deep: at most " + Limits.NESTING + " levels; split it up");
            return List.of();
        }
    }

    static Position position(SourceFile file, Token token) {
        return new Position(file, token.getLine(), token.getCharPositionInLine() + 1);
    }

    /** All words but those that are none, which are reported. */
    private List<Token> words() {
        ScriptLexer lexer = new ScriptLexer(CharStreams.fromString(file.text(), file.name()));
        lexer.removeErrorListeners();
        List<Token> words = new ArrayList<>();
        int leftOut = 0;
        for (Token word = lexer.nextToken(); ; word = lexer.nextToken()) {
            if (word.getType() == Token.EOF || words.size() >= Limits.WORDS) {
                if (word.getType() != Token.EOF) {
                    report.add(
                            position(file, word),
                            Problem.E21,
                            "this file has more than " + Limits.WORDS + " words and signs; split it up");
                }
                return words;
            }
            if (word.getLine() != leftOut && isWord((CommonToken) word)) {
                words.add(word);
                addSwallowed((CommonToken) word, words);
            } else if ("#".equals(word.getText())) {
                leftOut = word.getLine();
            }
        }
    }

    private boolean isWord(CommonToken word) {
        switch (word.getType()) {
            case ScriptLexer.OPEN_STRING -> {
                wrong(word, "this text isn't closed: a '\"' is missing at its end");
                word.setType(ScriptLexer.STRING);
                word.setText(closed(word.getText(), "\""));
            }
            case ScriptLexer.OPEN_CHARACTER -> {
                wrong(word, "this character isn't closed: a \"'\" is missing after it");
                word.setType(ScriptLexer.CHARACTER);
                word.setText("' '");
            }
            case ScriptLexer.OPEN_COMMENT -> {
                wrong(word, "this comment isn't closed: '*/' is missing");
                return false;
            }
            case ScriptLexer.UNKNOWN -> {
                wrong(word, unknown(word.getText()));
                return false;
            }
            default -> {}
        }
        return true;
    }

    /** A text that isn't closed has most likely swallowed the end of its statement. */
    private static void addSwallowed(CommonToken word, List<Token> words) {
        int quote = word.getText().length() - 1;
        if (word.getType() != ScriptLexer.STRING || word.getStopIndex() - word.getStartIndex() == quote) {
            return;
        }
        String text = word.getText();
        int from = quote;
        while (from > 1 && ")]}; \t".indexOf(text.charAt(from - 1)) >= 0) {
            from--;
        }
        for (int i = from; i < quote; i++) {
            int type = type("'" + text.charAt(i) + "'");
            if (type != Token.INVALID_TYPE) {
                CommonToken sign = new CommonToken(word);
                sign.setType(type);
                sign.setText(String.valueOf(text.charAt(i)));
                words.add(sign);
            }
        }
    }

    private static int type(String sign) {
        for (int type = 1; type <= ScriptLexer.VOCABULARY.getMaxTokenType(); type++) {
            if (sign.equals(ScriptLexer.VOCABULARY.getLiteralName(type))) {
                return type;
            }
        }
        return Token.INVALID_TYPE;
    }

    private static String closed(String text, String sign) {
        return (text.endsWith("\\") ? text.substring(0, text.length() - 1) : text) + sign;
    }

    private static String unknown(String text) {
        if (text.equals("#")) {
            return "after '#' only 'node' is known: #node \"file\"; there are no macros and no includes";
        }
        int point = text.codePointAt(0);
        String shown = Character.isISOControl(point) ? String.format("U+%04X", point) : text;
        return "the character '" + shown + "' has no meaning outside of texts; leave it out";
    }

    private void wrong(Token at, String sentence) {
        report.add(position(file, at), Problem.E13, sentence);
    }

    /** Ends the reading of what would need too much of the stack, here or later. */
    private static final class Nesting implements ParseTreeListener {
        private int depth;

        @Override
        public void enterEveryRule(ParserRuleContext context) {
            if (RECURSIVE.contains(context.getRuleIndex()) && ++depth > Limits.NESTING) {
                throw new TooDeep(context.getStart());
            }
        }

        @Override
        public void exitEveryRule(ParserRuleContext context) {
            if (RECURSIVE.contains(context.getRuleIndex())) {
                depth--;
            }
        }

        @Override
        public void visitTerminal(TerminalNode node) {
            // Words open nothing.
        }

        @Override
        public void visitErrorNode(ErrorNode node) {
            // Nor do words that don't fit.
        }
    }

    /** Something is nested too deep. */
    static final class TooDeep extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Token at;

        TooDeep(Token at) {
            super(null, null, false, false);
            this.at = at;
        }
    }
}
