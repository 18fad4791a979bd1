package org.sojourn.launch.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.sshd.client.session.ClientSession;

/**
 * What another machine is, asked for by one script.
 *
 * @param address where it was reached, as it sees it; empty if it doesn't say
 * @param cores how many it has; 0 if it doesn't say
 * @param java the Java that places are started with
 * @param feature the version of that, as 25
 * @param cache where staged files are kept
 * @param hasher the command that prints SHA-256 of its input
 * @param staged which of the files are there, whole
 */
record Probe(String address, int cores, String java, int feature, String cache, String hasher, Set<String> staged) {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** What is seen before a Java that suits, in order. */
    private static final String SCRIPT = """
        echo "from ${SSH_CONNECTION:-}";
        echo "cores $(getconf _NPROCESSORS_ONLN 2>/dev/null || nproc 2>/dev/null)";
        umask 077;
        C=@CACHE@;
        if mkdir -p "$C" 2>/dev/null && [ -w "$C" ] && [ -O "$C" ]; then C=$(cd "$C" && pwd -P); echo "cache $C"; else echo "nocache $C"; fi;
        H=; if command -v sha256sum >/dev/null 2>&1; then H=sha256sum;
        elif command -v shasum >/dev/null 2>&1; then H="shasum -a 256";
        elif command -v openssl >/dev/null 2>&1; then H="openssl dgst -sha256 -r"; fi;
            if [ -n "$H" ]; then echo "hasher $H"; fi;
        for f in @FILES@; do if [ -f "$C/$f" ]; then h=$($H <"$C/$f");
            if [ "${h%% *}" = "${f%%/*}" ]; then touch "$C/${f%%/*}"; echo "has $f"; fi; fi; done;
        for j in @JAVAS@; do
        if [ -d "$j" ]; then j=$j/bin/java; fi;
        if [ -n "$j" ] && [ -x "$j" ]; then
        v=$("$j" -version 2>&1 </dev/null | sed -n 's/.* version "\\([0-9]*\\).*/\\1/p' | head -n 1);
        echo "java ${v:-0} $j";
        if [ "${v:-0}" -ge @LEAST@ ]; then break; fi;
        elif [ -n "$j" ]; then echo "nojava $j"; fi; done;
        echo end
        """;

    private static final String ANY_JAVA =
            "\"${SOJOURN_JAVA:-}\" \"${JAVA_HOME:+$JAVA_HOME/bin/java}\" \"$(command -v java)\""
                    + " /usr/lib/jvm/*/bin/java /opt/*/bin/java";

    /**
     * Asks a machine.
     *
     * @param machine its name, and what it is told about Java and the cache
     * @param session to it
     * @param pieces what is to be there
     * @param least the least version of Java that will do
     * @throws IOException if it can't have places; a sentence
     */
    static Probe of(Machine machine, ClientSession session, List<Cargo.Piece> pieces, int least) throws IOException {
        String cache = machine.cache();
        String java = machine.java();
        String script = Shell.line(SCRIPT)
                .replace(
                        "@CACHE@",
                        cache != null
                                ? Shell.quotedPath(cache)
                                : "\"${SOJOURN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/sojourn}\"")
                .replace(
                        "@FILES@",
                        pieces.stream().map(each -> Shell.quoted(each.staged())).collect(Collectors.joining(" ")))
                .replace("@JAVAS@", java != null ? Shell.quotedPath(java) : ANY_JAVA)
                .replace("@LEAST@", Integer.toString(least));
        Shell.Done done = Shell.run(session, script, InputStream.nullInputStream(), PATIENCE);
        if (!done.lines().contains("end")) {
            throw new IOException(machine + " has let us in and runs nothing for us"
                    + (done.errors().isEmpty()
                            ? ""
                            : ": " + done.errors().lines().findFirst().orElse(""))
                    + "; places need a POSIX shell at /bin/sh");
        }
        return read(machine, done.lines(), least);
    }

    private static Probe read(Machine machine, List<String> lines, int least) throws IOException {
        Map<String, String> said = new LinkedHashMap<>();
        List<String> javas = new ArrayList<>();
        Set<String> staged = new TreeSet<>();
        for (String line : lines) {
            String[] words = line.split(" ", 2);
            String rest = words.length > 1 ? words[1] : "";
            if (words[0].equals("java")) {
                javas.add(rest);
            } else if (words[0].equals("has")) {
                staged.add(rest);
            } else {
                said.putIfAbsent(words[0], rest);
            }
        }
        String java = suiting(machine, javas, least);
        if (!said.containsKey("cache")) {
            throw new IOException(machine + " has no place for the program: " + said.get("nocache")
                    + " can't be made or written there, or belongs to another user; name another by cache: in"
                    + " the configuration file");
        }
        if (!said.containsKey("hasher")) {
            throw new IOException(machine
                    + " has no command to check the staged files: it needs sha256sum, shasum or openssl on its PATH");
        }
        String[] from = said.getOrDefault("from", "").split(" ");
        String cores = said.getOrDefault("cores", "");
        return new Probe(
                from.length > 2 ? from[2] : "",
                cores.matches("\\d{1,5}") ? Integer.parseInt(cores) : 0,
                java.split(" ", 2)[1],
                Integer.parseInt(java.split(" ", 2)[0]),
                String.valueOf(said.get("cache")),
                String.valueOf(said.get("hasher")),
                staged);
    }

    /** The version and path of a Java that will do. */
    private static String suiting(Machine machine, List<String> javas, int least) throws IOException {
        for (String each : javas) {
            if (Integer.parseInt(each.split(" ", 2)[0]) >= least) {
                return each;
            }
        }
        String seen = javas.stream()
                .map(each -> each.split(" ", 2))
                .map(each -> each[1] + (each[0].equals("0") ? " doesn't run" : " is " + each[0]))
                .distinct()
                .collect(Collectors.joining(", "));
        String named = machine.java();
        if (named != null) {
            throw new IOException("the Java that " + machine + " should use isn't of version " + least + " or later: "
                    + (seen.isEmpty() ? named + " isn't a program there" : seen));
        }
        throw new IOException(machine + " has no Java " + least + " or later"
                + (seen.isEmpty() ? ": it was looked for" : " (" + seen + "): it was looked for")
                + " by SOJOURN_JAVA, JAVA_HOME and PATH there, and in /usr/lib/jvm; name it by java: in the"
                + " configuration file");
    }
}
