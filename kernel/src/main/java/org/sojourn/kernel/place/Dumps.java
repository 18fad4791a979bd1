package org.sojourn.kernel.place;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.quiesce.Survey;

/** Asks every place what it does and what it waits for. */
public final class Dumps {
    /** The lines of {@link Dump#of}: one for the place, and each sort with a line for what is left out. */
    private static final int LINES = 1 + Dump.Sort.values().length * (1 + Bound.DUMP_LINES.intValue());

    private final Kernel kernel;
    private final Survey<List<String>> survey;

    public Dumps(Kernel kernel) {
        this.kernel = kernel;
        this.survey = new Survey<>(
                kernel.site(),
                PacketKind.DUMP,
                PacketKind.DUMP_ANSWER,
                () -> Dump.of(kernel).lines(),
                Dumps::write,
                Dumps::read);
    }

    public Dump own() {
        return Dump.of(kernel);
    }

    /**
     * Asks every place.
     *
     * @return completed, on the links' thread, when each has answered or is lost: their lines in the order of places
     */
    public CompletableFuture<String> ask() {
        return survey.ask().thenApply(answers -> {
            List<String> all = new ArrayList<>();
            new TreeMap<>(answers).values().forEach(all::addAll);
            return String.join("\n", all);
        });
    }

    private static void write(List<String> lines, PacketWriter packet) {
        packet.i32(lines.size());
        lines.forEach(packet::text);
    }

    private static List<String> read(PacketReader packet) {
        int count = packet.i32();
        if (count < 0 || count > LINES) {
            throw new MalformedException("a dump of " + count + " lines; at most " + LINES + " are allowed");
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(packet.text());
        }
        return lines;
    }
}
