package org.sojourn.bench;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/**
 * What came of a command.
 *
 * @param status its exit status
 * @param out what it printed
 * @param err what it printed to standard error
 */
record Typed(int status, String out, String err) {
    /** Runs a command with a suite of no programs. */
    static Typed command(String words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Bench.execute(
                new Suite(List.of(), List.of()),
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                words.split(" "));
        return new Typed(status, out.toString(), err.toString());
    }
}
