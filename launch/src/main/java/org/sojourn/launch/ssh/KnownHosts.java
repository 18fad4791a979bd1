package org.sojourn.launch.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.apache.sshd.client.config.hosts.KnownHostEntry;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;

/** The keys by which hosts are known. A host that isn't known, or shows another key, is refused. */
final class KnownHosts {
    private static final String REVOKED = "revoked";

    /** One line of a file. */
    private record Line(Path file, int number, KnownHostEntry entry) {
        String key() {
            PublicKeyEntry key = entry.getKeyEntry();
            return key.getKeyType() + " " + Base64.getEncoder().encodeToString(key.getKeyData());
        }
    }

    private final List<Line> lines;
    private final Path own;

    private KnownHosts(List<Line> lines, Path own) {
        this.lines = lines;
        this.own = own;
    }

    /**
     * Reads files, as far as they are there.
     *
     * @throws IOException if one can't be read; a sentence
     */
    static KnownHosts read(SshSettings settings) throws IOException {
        List<Line> lines = new ArrayList<>();
        for (Path file : settings.knownHosts()) {
            if (Files.exists(file)) {
                try {
                    add(lines, file, Files.readAllLines(file));
                } catch (IOException e) {
                    throw new IOException(file + ", which has the keys of known hosts, can't be read: " + e, e);
                }
            }
        }
        return new KnownHosts(lines, settings.ownKnownHosts());
    }

    private static void add(List<Line> lines, Path file, List<String> texts) {
        for (int i = 0; i < texts.size(); i++) {
            try {
                KnownHostEntry entry = KnownHostEntry.parseKnownHostEntry(texts.get(i));
                if (entry != null && entry.getKeyEntry() != null) {
                    lines.add(new Line(file, i + 1, entry));
                }
            } catch (RuntimeException e) {
                // A line that can't be read makes no host known. If it was meant to, the host is refused with a
                // sentence.
                continue;
            }
        }
    }

    /** What stands there of a host, but for keys of authorities, by which none is known here. */
    private Stream<Line> of(String host, int port) {
        return lines.stream()
                .filter(line -> line.entry.getMarker() == null)
                .filter(line -> line.entry.isHostMatch(host, port));
    }

    /** The types of keys by which a host is known; what it is asked for first. */
    List<String> types(String host, int port) {
        return of(host, port)
                .map(line -> line.entry.getKeyEntry().getKeyType())
                .distinct()
                .toList();
    }

    /**
     * Judges the key that a host has shown.
     *
     * @return what is wrong, a sentence; empty if the host is known by it
     */
    String objection(String host, int port, PublicKey shown) {
        String key = PublicKeyEntry.toString(shown);
        for (Line each : lines) {
            if (REVOKED.equals(each.entry.getMarker()) && each.key().equals(key)) { // whoever shows it
                return "the key that " + host + " shows is revoked in " + each.file + ", line " + each.number
                        + "; don't use it";
            }
        }
        List<Line> valid = of(host, port).toList();
        if (valid.stream().anyMatch(line -> line.key().equals(key))) {
            return "";
        }
        String name = port == SshConstants.DEFAULT_PORT ? host : "[" + host + "]:" + port;
        String type = KeyUtils.getKeyType(shown);
        String print = KeyUtils.getFingerPrint(shown);
        String add =
                "ssh-keyscan " + (port == SshConstants.DEFAULT_PORT ? "" : "-p " + port + " ") + host + " >> " + own;
        if (valid.isEmpty()) {
            return "the host " + name + " isn't known. It shows the key " + type + " " + print
                    + ". If that is its key, this makes it known: " + add;
        }
        Line first = valid.get(0);
        return "the host " + name + " shows another key than the one by which it is known (" + first.file + ", line "
                + first.number + "). It now shows " + type + " " + print
                + ". Somebody may be posing as that host, or it"
                + " was set up anew. If you know that it was: ssh-keygen -R '" + name + "' -f " + first.file + " && "
                + add;
    }
}
