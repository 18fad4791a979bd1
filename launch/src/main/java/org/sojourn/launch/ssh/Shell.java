package org.sojourn.launch.ssh;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;

/**
 * Scripts for the POSIX shell of another machine.
 *
 * <p>What is run there, whatever shell its user has, is {@value #COMMAND}: that shell is asked for nothing but quotes. The script follows
 * as one line of standard input, so that what stands in it is in no list of processes. What comes out before the script's own
 * first line was written by files that the user's shell reads at its start, and is skipped.
 */
final class Shell {
    /** The read of the POSIX shell takes no byte behind the line. */
    static final String COMMAND = "exec /bin/sh -c 'IFS= read -r line && eval \"$line\"'";

    private static final int MARK_BYTES = 12;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Shell() {}

    /**
     * What a script has come to.
     *
     * @param status its exit status; -1 if there is none, as the connection broke off or time was over
     * @param lines what it has printed
     * @param errors what was printed to standard error
     */
    record Done(int status, List<String> lines, String errors) {}

    /** A word that nobody else prints. */
    static String mark() {
        byte[] random = new byte[MARK_BYTES];
        RANDOM.nextBytes(random);
        return "sojourn-" + HexFormat.of().formatHex(random);
    }

    /**
     * Text as one word of a script.
     *
     * @throws IllegalArgumentException if it has a line break, which a line can't have; a sentence
     */
    static String quoted(String text) {
        if (text.indexOf('\n') >= 0 || text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("\"" + text.lines().findFirst().orElse("")
                    + "...\" has a line break, and can't be handed to another machine");
        }
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** A path that may begin at the user's home. */
    static String quotedPath(String path) {
        return path.equals("~") || path.startsWith("~/") ? "\"$HOME\"" + quoted(path.substring(1)) : quoted(path);
    }

    /** Several lines that end like statements, as one. */
    static String line(String script) {
        return script.lines().map(String::strip).filter(each -> !each.isEmpty()).collect(Collectors.joining(" "));
    }

    /** What the shell reads: one line, then what the script reads. */
    static InputStream input(String script, InputStream rest) {
        return new SequenceInputStream(
                new ByteArrayInputStream((script + "\n").getBytes(StandardCharsets.UTF_8)), rest);
    }

    /**
     * Runs a script to its end.
     *
     * @param session where
     * @param script one line
     * @param input what it reads
     * @param patience how long at most
     * @throws IOException if no channel for it can be opened
     */
    static Done run(ClientSession session, String script, InputStream input, Duration patience) throws IOException {
        String mark = mark();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        try (ChannelExec channel = session.createExecChannel(COMMAND)) {
            channel.setOut(out);
            channel.setErr(errors);
            channel.setIn(input("echo " + mark + "; echo " + mark + " >&2; " + script, input));
            channel.open().verify(patience.compareTo(Login.PATIENCE) < 0 ? patience : Login.PATIENCE);
            channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), patience);
            Integer status = channel.getExitStatus();
            return new Done(
                    status == null ? -1 : status,
                    after(mark, out).lines().toList(),
                    after(mark, errors).strip());
        }
    }

    private static String after(String mark, ByteArrayOutputStream written) {
        String text = written.toString(StandardCharsets.UTF_8);
        int at = text.indexOf(mark + "\n");
        return at < 0 ? text : text.substring(at + mark.length() + 1);
    }
}
