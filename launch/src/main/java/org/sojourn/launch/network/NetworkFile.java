package org.sojourn.launch.network;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.look.Look;
import org.sojourn.messengers.look.PlaceSeen;

/** The file into which the logical network of a run is written at its end: a picture, or JSON. */
public final class NetworkFile {
    private static final String SVG = ".svg";
    private static final String JSON = ".json";

    /** So many nodes come in one answer. */
    private static final int PAGE = 2_000;

    private static final int ELEMENTS = 32;

    private final Path file;

    private NetworkFile(Path file) {
        this.file = file;
    }

    /**
     * {@return a file that can be written; what was in it stays until {@link #begin}}
     *
     * @throws IllegalArgumentException if it can't be, with a sentence
     */
    public static NetworkFile of(Path file) {
        String name = file.toString();
        if (!name.endsWith(SVG) && !name.endsWith(JSON)) {
            throw new IllegalArgumentException(
                    "--network is " + file + "; its name ends with .svg for a picture, or with" + " .json");
        }
        boolean isThere = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        try {
            Files.newByteChannel(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE)
                    .close();
            if (!isThere) {
                Files.delete(file);
            }
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("--network " + file + " can't be written: there is no such folder", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--network " + file + " can't be written"
                            + (Files.isDirectory(file) ? ": it is a folder" : ": " + e.getMessage()),
                    e);
        }
        return new NetworkFile(file);
    }

    /**
     * Empties the file: what is in it then is of this run. After all that may refuse the run, which then leaves the file alone.
     *
     * @throws IllegalArgumentException if it can't be written any more, with a sentence
     */
    public void begin() {
        try {
            Files.write(file, new byte[0]);
        } catch (IOException e) {
            throw new IllegalArgumentException("--network " + file + " can't be written: " + e.getMessage(), e);
        }
    }

    /**
     * Asks all places for their nodes, and writes the file.
     *
     * @param run asks them; those that are missing in the answer haven't answered
     * @return what there is to say of it, a sentence each; nothing if all is there
     * @throws IOException if the file can't be written
     */
    public List<String> write(Function<RunQuestion, Map<Member, Notice.Answered>> run) throws IOException {
        SeenNetwork network = gather(run);
        List<String> said = new ArrayList<>(network.missing());
        Path written = file;
        if (file.toString().endsWith(SVG) && !NetworkSvg.hasRoomFor(network)) {
            written = free(file.toString().replaceAll("\\.svg$", ""));
            Files.deleteIfExists(file);
            said.add("the network has " + network.nodes().size() + " nodes and "
                    + network.links().size() + " links; a picture has room for " + NetworkSvg.NODES + " and "
                    + NetworkSvg.LINKS + ". " + written + " has them all");
        }
        try (Writer out = Files.newBufferedWriter(written)) {
            if (written.toString().endsWith(SVG)) {
                out.write(new NetworkSvg(network).text());
            } else {
                NetworkJson.write(network, out);
            }
        }
        return said;
    }

    /** A name that no other file has: nobody has said that one may be written over. */
    private static Path free(String common) {
        Path free = Path.of(common + JSON);
        for (int i = 2; Files.exists(free, LinkOption.NOFOLLOW_LINKS); i++) {
            free = Path.of(common + "-" + i + JSON);
        }
        return free;
    }

    private static SeenNetwork gather(Function<RunQuestion, Map<Member, Notice.Answered>> run) {
        Map<String, List<PlaceSeen>> pages = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        Map<Member, PlaceSeen> last = new TreeMap<>();
        run.apply(question(RunQuestion.EVERYWHERE, Look.Cursor.NONE)).forEach((member, answer) -> {
            if (answer.refusal().isEmpty()) {
                PlaceSeen seen = PlaceSeen.read(answer.content());
                pages.computeIfAbsent(seen.place(), any -> new ArrayList<>()).add(seen);
                last.put(member, seen);
            } else {
                missing.add(member + ": " + answer.refusal());
            }
        });
        last.forEach((member, first) -> {
            PlaceSeen page = first;
            while (!page.next().equals(Look.Cursor.NONE)) {
                Notice.Answered answer =
                        run.apply(question(member.place(), page.next())).get(member);
                if (answer == null || !answer.refusal().isEmpty()) {
                    missing.add(member + " hasn't answered within " + Bound.STATUS_ANSWER_SECONDS.value()
                            + " s when it was asked for more of its nodes");
                    return;
                }
                page = PlaceSeen.read(answer.content());
                pages.computeIfAbsent(page.place(), any -> new ArrayList<>()).add(page);
            }
        });
        if (pages.isEmpty() && missing.isEmpty()) {
            missing.add("no place has answered, so the network is empty in the file");
        }
        return SeenNetwork.of(pages, missing);
    }

    private static RunQuestion question(int place, Look.Cursor after) {
        Look look = new Look(after, PAGE, 0, SeenNetwork.LINKS_OF_A_NODE, ELEMENTS);
        return RunQuestion.ask(place, Look.WORD, look.bytes());
    }
}
