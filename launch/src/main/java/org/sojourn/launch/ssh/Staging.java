package org.sojourn.launch.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.apache.sshd.client.session.ClientSession;

/**
 * Brings the files of a program to a machine that doesn't have them. Each is written under another name, checked there, and then moved,
 * so that what has its name is whole, whoever else brings the same at the same time, as with a home that several machines share.
 */
final class Staging {
    private static final Duration PATIENCE = Duration.ofHours(1);
    private static final double MEGA = 1e6;

    private static final String SCRIPT = """
        umask 077; D=@DIR@; T="$D/.part-@MARK@"; trap 'rm -f "$T"; exit 6' HUP INT PIPE TERM;
        mkdir -p "$D" || exit 7;
        if cat >"$T"; then
        S=$(@HASHER@ <"$T"); S=${S%% *};
        if [ "$S" = @HASH@ ] && mv -f "$T" "$D"/@NAME@; then exit 0; fi;
        if [ "$S" != @HASH@ ]; then echo "what arrived is damaged" >&2; fi;
        fi; rm -f "$T"; exit 8
        """;

    private Staging() {}

    /**
     * Brings what is missing.
     *
     * @param machine where to
     * @param session to it
     * @param probe what it has said
     * @param pieces all that is to be there
     * @param progress told when it takes something
     * @throws IOException if a file doesn't get there; a sentence
     */
    static void bring(
            Machine machine, ClientSession session, Probe probe, List<Cargo.Piece> pieces, PrintStream progress)
            throws IOException {
        List<Cargo.Piece> missing = pieces.stream()
                .filter(each -> !probe.staged().contains(each.staged()))
                .toList();
        if (missing.isEmpty()) {
            return;
        }
        long from = System.nanoTime();
        String what = String.format(
                Locale.ROOT,
                "%.1f MB",
                missing.stream().mapToLong(each -> each.file().size()).sum() / MEGA);
        progress.println("sojourn: staging " + what + " to " + machine.host() + " ...");
        for (Cargo.Piece each : missing) {
            bring(machine, session, probe, each);
        }
        progress.println(String.format(
                Locale.ROOT,
                "sojourn: staging %s to %s ... done (%d files, %.1f s)",
                what,
                machine.host(),
                missing.size(),
                (System.nanoTime() - from) / 1e9));
    }

    private static void bring(Machine machine, ClientSession session, Probe probe, Cargo.Piece piece)
            throws IOException {
        String script = Shell.line(SCRIPT)
                .replace(
                        "@DIR@", Shell.quoted(probe.cache() + "/" + piece.file().hash()))
                .replace("@MARK@", Shell.mark())
                .replace("@HASHER@", probe.hasher())
                .replace("@HASH@", piece.file().hash())
                .replace("@NAME@", Shell.quoted(piece.file().name()));
        Shell.Done done;
        try (InputStream content = Files.newInputStream(piece.path())) {
            done = Shell.run(session, script, content, PATIENCE);
        }
        if (done.status() != 0) {
            throw new IOException(piece.file().name() + " couldn't be staged to " + machine + ": "
                    + (done.status() < 0
                            ? "the connection broke off"
                            : done.errors().isEmpty() ? "status " + done.status() : done.errors())
                    + (done.errors().contains("No space left") || done.errors().contains("quota")
                            ? "; make room at " + probe.cache() + ", or name another folder by cache: in the"
                                    + " configuration file"
                            : ""));
        }
    }
}
