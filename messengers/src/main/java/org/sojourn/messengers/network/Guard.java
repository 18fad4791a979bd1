package org.sojourn.messengers.network;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Ends the processes of a place that is killed and can't do it itself. It is a process of its own that is told of each that begins and
 * ends, by a pipe; when the pipe closes, by whatever end of the place, it ends those that are left, and itself. The signals of a terminal
 * don't reach it.
 *
 * <p>A process that has been begun just before the place is killed may not be known to it yet.
 */
final class Guard {
    private static final System.Logger LOG = System.getLogger("org.sojourn.messengers");

    private static final String SCRIPT = """
        trap '' HUP INT QUIT TERM
        left=
        while read -r sign pid; do
            case $sign in
                +) left="$left $pid" ;;
                *)
                    rest=
                    for each in $left; do
                        [ "$each" = "$pid" ] || rest="$rest $each"
                    done
                    left=$rest
                    ;;
            esac
        done
        [ -z "$left" ] || kill -9 $left
        """;

    /** Guarded by this, as all that follows. */
    private @Nullable OutputStream pipe;

    private boolean hasFailed;

    synchronized void began(Process process) {
        tell('+', process.pid());
    }

    synchronized void ended(Process process) {
        tell('-', process.pid());
    }

    private void tell(char sign, long pid) {
        if (hasFailed) {
            return;
        }
        try {
            OutputStream open = pipe;
            if (open == null) {
                open = new ProcessBuilder("/bin/sh", "-c", SCRIPT)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .getOutputStream();
                pipe = open;
            }
            open.write((sign + " " + pid + "\n").getBytes(StandardCharsets.US_ASCII));
            open.flush();
        } catch (IOException e) {
            hasFailed = true;
            LOG.log(
                    WARNING,
                    "processes that messengers begin here would outlive this place if it were killed: the shell that"
                            + " should end them has failed: {0}",
                    e.getMessage());
        }
    }
}
