package org.sojourn.messengers.script;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Type;

/** What numbers, characters and texts mean as they are written. */
final class Literals {
    private static final Pattern WHOLE = Pattern.compile(
            "(?:0[xX](?<hex>[0-9a-fA-F]+)|0[bB](?<binary>[01]+)|(?<octal>0[0-7]*)|(?<decimal>[1-9][0-9]*))(?<suffix>[uUlL]*)");
    private static final Pattern FRACTION = Pattern.compile(
            "(?<value>(?:[0-9]+\\.[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|[0-9]+(?=[fF]))(?<suffix>[fFlL]?)");
    private static final int LONGEST = 400;

    private Literals() {}

    /** {@return a number} */
    static Expr number(String text, Position at, Report report) {
        Matcher whole = WHOLE.matcher(text);
        if (text.length() <= LONGEST && whole.matches()) {
            return whole(whole, text, at, report);
        }
        Matcher fraction = FRACTION.matcher(text);
        if (text.length() <= LONGEST && fraction.matches()) {
            double value = Double.parseDouble(fraction.group("value"));
            boolean isFloat = fraction.group("suffix").equalsIgnoreCase("f");
            if (Double.isInfinite(isFloat ? (float) value : value)) {
                report.add(at, Problem.E16, "'" + text + "' is too large for a " + (isFloat ? "float" : "double"));
            }
            return isFloat ? new Expr.Fraction(Type.FLOAT, (float) value) : new Expr.Fraction(Type.DOUBLE, value);
        }
        String shown = text.length() > LONGEST ? "this" : "'" + text + "'";
        report.add(
                at,
                Problem.E16,
                shown + " isn't a number; numbers look like 42, 0x2A, 052, 0b101, 7L, 1.5, 1e-3 or 2.5f");
        return new Expr.Whole(Type.INT, 0);
    }

    private static Expr whole(Matcher parts, String text, Position at, Report report) {
        String suffix = parts.group("suffix").toLowerCase(Locale.ROOT);
        if (suffix.contains("u")) {
            report.add(
                    at,
                    Problem.E1,
                    "there are no unsigned numbers: leave out the 'u', and take long where int is too narrow");
            return new Expr.Whole(Type.INT, 0);
        }
        BigInteger value;
        if (parts.group("hex") != null) {
            value = new BigInteger(parts.group("hex"), 16);
        } else if (parts.group("binary") != null) {
            value = new BigInteger(parts.group("binary"), 2);
        } else if (parts.group("octal") != null) {
            value = new BigInteger(parts.group("octal"), 8);
        } else {
            value = new BigInteger(parts.group("decimal"));
        }
        boolean isDecimal = parts.group("decimal") != null;
        int bits = isDecimal ? Long.SIZE - 1 : Long.SIZE;
        if (value.bitLength() > bits || suffix.length() > 2) {
            report.add(
                    at,
                    Problem.E16,
                    "'" + text + "' is too large: whole numbers go up to " + Long.MAX_VALUE
                            + "; write a fraction, as 1e30, if it needn't be exact");
            return new Expr.Whole(Type.LONG, 0);
        }
        boolean isLong = !suffix.isEmpty() || value.bitLength() >= Integer.SIZE;
        return new Expr.Whole(isLong ? Type.LONG : Type.INT, value.longValue());
    }

    /** {@return the number that a character in quotes is} */
    static Expr character(String quoted, Position at, Report report) {
        String text = unescaped(quoted.substring(1, quoted.length() - 1), at, report);
        boolean isByte = quoted.startsWith("'\\") && text.length() == 1 && text.charAt(0) <= 0xFF;
        if (!isByte && text.getBytes(StandardCharsets.UTF_8).length != 1) {
            report.add(
                    at,
                    Problem.E16,
                    text.isEmpty()
                            ? "there is no character between these quotes"
                            : quoted + " is more than a char holds, one byte; write a text: \""
                                    + quoted.substring(1, quoted.length() - 1) + "\"");
            return new Expr.Whole(Type.INT, 0);
        }
        return new Expr.Whole(Type.INT, (byte) text.charAt(0));
    }

    /** {@return what a text in quotes says} */
    static String text(String quoted, Position at, Report report) {
        String text = unescaped(quoted.substring(1, quoted.length() - 1), at, report);
        if (text.getBytes(StandardCharsets.UTF_8).length > Limits.TEXT_BYTES) {
            report.add(at, Problem.E21, "this text is longer than " + Limits.TEXT_BYTES + " bytes; split it up");
            return "";
        }
        return text;
    }

    private static String unescaped(String text, Position at, Report report) {
        StringBuilder plain = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            char each = text.charAt(i++);
            if (each != '\\' || i == text.length()) {
                plain.append(each);
                continue;
            }
            char letter = text.charAt(i++);
            int simple = "ntrabfve\\'\"?".indexOf(letter);
            if (simple >= 0) {
                plain.append("\n\t\r\u0007\b\f\u000B\u001B\\'\"?".charAt(simple));
            } else if (letter == 'x' || letter == 'u' || letter >= '0' && letter <= '7') {
                i = code(text, letter, i, plain, at, report);
            } else {
                report.add(at, Problem.E16, "'\\" + letter + "' stands for nothing; for a backslash write '\\\\'");
            }
        }
        return plain.toString();
    }

    /** Reads the digits of a character's number. */
    private static int code(String text, char letter, int from, StringBuilder plain, Position at, Report report) {
        boolean isOctal = letter != 'x' && letter != 'u';
        int radix = isOctal ? 8 : 16;
        int start = isOctal ? from - 1 : from;
        int most = isOctal ? 3 : letter == 'x' ? 2 : 4;
        int end = start;
        while (end < text.length() && end - start < most && digit(text.charAt(end), radix)) {
            end++;
        }
        if (end == start || letter == 'u' && end - start < most) {
            report.add(
                    at,
                    Problem.E16,
                    "after '\\" + letter + "' there should be " + (letter == 'u' ? "four" : "one or two")
                            + " hexadecimal digits");
            return end;
        }
        plain.append((char) Integer.parseInt(text.substring(start, end), radix));
        return end;
    }

    private static boolean digit(char letter, int radix) {
        return letter < 128 && Character.digit(letter, radix) >= 0;
    }
}
