package org.sojourn.kernel.quiesce;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Links;

/**
 * What a place has to say of itself. Sentences are for people.
 *
 * @param alive living parts by kind
 * @param work units of work, as the program counts them
 * @param sent messages, creations, replies and reports to other places; what only keeps the run going isn't counted
 * @param received what was received of these; all that was sent, over all places, when a run without losses is
 *     quiescent
 * @param moves parts that have moved away
 * @param restarts of parts after failures
 * @param failed failures that nobody handled
 * @param mutes how often a sender was muted
 * @param lifted how many mutes were lifted because nothing else could run
 * @param failures the first of them
 * @param mistakes messages that no mailbox took, by sort; empty where somebody is told of dead letters
 * @param owed answers that are owed to askers here
 * @param withheld parts that hold mail which nothing lets them process
 * @param starved by kind and mailbox, how often mailboxes began to starve behind others of higher priority
 * @param traffic the links' counters, of everything that goes over them
 * @param busyPermille the share of time in which workers were busy, or threads of the links in their stead, in thousandths
 * @param done what guests have done here so far, by what it is, in the plural: such as hops
 */
public record PlaceReport(
        Map<String, Long> alive,
        long work,
        long created,
        long processed,
        long sent,
        long received,
        long moves,
        long deadLetters,
        long restarts,
        long failed,
        long mutes,
        long lifted,
        List<String> failures,
        List<String> mistakes,
        List<String> owed,
        List<String> withheld,
        Map<String, Long> starved,
        Links.Traffic traffic,
        int busyPermille,
        Map<String, Long> done) {
    /** So many sentences of each sort. */
    public static final int SENTENCES = Bound.REPORT_SENTENCES.intValue();

    /** So many kinds are named, so that a report fits a frame. */
    private static final int KINDS = 1000;

    /** {@return what lived at a lost place by its last report, if there is one; a clause} */
    public static String lived(@Nullable PlaceReport last) {
        if (last == null) {
            return "it isn't known what lived there: the place had not reported yet";
        }
        List<String> kinds = new ArrayList<>();
        last.alive().forEach((kind, count) -> kinds.add(count + " " + kind));
        return kinds.isEmpty() ? "nothing lived there" : "there lived " + String.join(", ", kinds);
    }

    public void write(PacketWriter packet) {
        write(packet, alive);
        packet.i64(work).i64(created).i64(processed).i64(sent).i64(received);
        packet.i64(moves).i64(deadLetters).i64(restarts).i64(failed);
        packet.i64(mutes).i64(lifted);
        write(packet, failures);
        write(packet, mistakes);
        write(packet, owed);
        write(packet, withheld);
        write(packet, starved);
        packet.i64(traffic.packetsOut())
                .i64(traffic.packetsIn())
                .i64(traffic.bytesOut())
                .i64(traffic.bytesIn());
        packet.i32(busyPermille);
        write(packet, done);
    }

    private static void write(PacketWriter packet, Map<String, Long> counts) {
        packet.i32(Math.min(counts.size(), KINDS));
        counts.entrySet().stream()
                .limit(KINDS)
                .forEach(entry -> packet.text(entry.getKey()).i64(entry.getValue()));
    }

    private static void write(PacketWriter packet, List<String> sentences) {
        packet.i32(sentences.size());
        sentences.forEach(packet::text);
    }

    public static PlaceReport read(PacketReader packet) {
        return new PlaceReport(
                counts(packet),
                packet.i64(),
                packet.i64(),
                packet.i64(),
                packet.i64(),
                packet.i64(),
                packet.i64(),
                packet.i64(),
                packet.i64(),
                packet.i64(),
                packet.i64(),
                packet.i64(),
                sentences(packet),
                sentences(packet),
                sentences(packet),
                sentences(packet),
                counts(packet),
                new Links.Traffic(packet.i64(), packet.i64(), packet.i64(), packet.i64()),
                packet.i32(),
                counts(packet));
    }

    private static Map<String, Long> counts(PacketReader packet) {
        Map<String, Long> counts = new TreeMap<>();
        for (int i = packet.count(KINDS); i > 0; i--) {
            counts.put(packet.text(), packet.i64());
        }
        return counts;
    }

    private static List<String> sentences(PacketReader packet) {
        List<String> sentences = new ArrayList<>();
        for (int i = packet.count(SENTENCES); i > 0; i--) {
            sentences.add(packet.text());
        }
        return sentences;
    }
}
