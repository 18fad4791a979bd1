package org.sojourn.host.run;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;

/** Orders and notices as bytes: a kind, then the fields in the order of the record. */
final class ControlCodec {
    private static final int MAX_LIST = 100_000;

    private ControlCodec() {}

    static void write(DataOutputStream out, Order order) throws IOException {
        if (order instanceof Order.Assign assign) {
            out.writeByte(0);
            write(out, assign);
        } else if (order instanceof Order.Roster roster) {
            out.writeByte(1);
            out.writeInt(roster.addresses().size());
            for (Map.Entry<Member, Network.Address> entry : roster.addresses().entrySet()) {
                write(out, entry.getKey());
                write(out, entry.getValue());
            }
        } else if (order instanceof Order.Lost lost) {
            out.writeByte(2);
            write(out, lost.member());
            write(out, lost.cause());
        } else if (order instanceof Order.Stop stop) {
            out.writeByte(3);
            out.writeInt(stop.status());
        } else if (order instanceof Order.Dump) {
            out.writeByte(4);
        } else if (order instanceof Order.Tell asked) {
            out.writeByte(5);
            out.writeInt(asked.question());
        } else if (order instanceof Order.Drain drain) {
            out.writeByte(6);
            out.writeInt(drain.question());
        } else if (order instanceof Order.AsksForTerminal) {
            out.writeByte(7);
        } else if (order instanceof Order.GivesTerminal) {
            out.writeByte(8);
        } else if (order instanceof Order.Ask ask) {
            out.writeByte(9);
            out.writeInt(ask.question());
            write(out, ask.word());
            write(out, ask.content());
        } else if (order instanceof Order.Forget forget) {
            out.writeByte(10);
            out.writeInt(forget.question());
        } else if (order instanceof Order.Leave leave) {
            out.writeByte(11);
            out.writeInt(leave.question());
        } else if (order instanceof Order.Begin) {
            out.writeByte(12);
        } else if (order instanceof Order.Finish) {
            out.writeByte(13);
        } else if (order instanceof Order.Over over) {
            out.writeByte(14);
            out.writeInt(over.question());
        }
    }

    private static void write(DataOutputStream out, Order.Assign assign) throws IOException {
        write(out, assign.self());
        write(out, assign.init());
        write(out, assign.host());
        out.writeInt(assign.port());
        out.writeLong(assign.silenceMillis());
        PlaceSettings settings = assign.settings();
        out.writeInt(settings.workers());
        out.writeBoolean(settings.copyLocal());
        write(out, settings.serialiser());
        write(out, settings.mainPackage());
        write(out, settings.allow());
        write(out, settings.balance().policy());
        out.writeInt(settings.balance().movesPerSecond());
        out.writeBoolean(settings.balance().isDryRun());
        out.writeInt(settings.balance().rotateMessages());
        write(out, settings.layer());
        write(out, assign.mainClass());
        write(out, assign.arguments());
        write(out, assign.identity());
        out.writeBoolean(assign.plain());
        out.writeInt(assign.beginning().places());
        out.writeBoolean(assign.beginning().isManual());
        out.writeBoolean(assign.mayReturn());
    }

    static Order readOrder(DataInputStream in) throws IOException {
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case 0 -> assign(in);
            case 1 -> roster(in);
            case 2 -> new Order.Lost(member(in), text(in));
            case 3 -> new Order.Stop(in.readInt());
            case 4 -> new Order.Dump();
            case 5 -> new Order.Tell(in.readInt());
            case 6 -> new Order.Drain(in.readInt());
            case 7 -> new Order.AsksForTerminal();
            case 8 -> new Order.GivesTerminal();
            case 9 -> new Order.Ask(in.readInt(), text(in), bytes(in));
            case 10 -> new Order.Forget(in.readInt());
            case 11 -> new Order.Leave(in.readInt());
            case 12 -> new Order.Begin();
            case 13 -> new Order.Finish();
            case 14 -> new Order.Over(in.readInt());
            default -> throw new ProtocolException("order " + kind + " is unknown; this version knows 0..14");
        };
    }

    private static Order.Assign assign(DataInputStream in) throws IOException {
        return new Order.Assign(
                member(in),
                member(in),
                text(in),
                in.readInt(),
                in.readLong(),
                new PlaceSettings(
                        in.readInt(),
                        in.readBoolean(),
                        text(in),
                        text(in),
                        texts(in),
                        BalanceSettings.of(text(in), in.readInt(), in.readBoolean())
                                .withRotateMessages(in.readInt()),
                        text(in)),
                text(in),
                texts(in),
                identity(in),
                in.readBoolean(),
                new Beginning(in.readInt(), in.readBoolean()),
                in.readBoolean());
    }

    private static Order.Roster roster(DataInputStream in) throws IOException {
        Map<Member, Network.Address> addresses = new TreeMap<>();
        for (int i = count(in); i > 0; i--) {
            addresses.put(member(in), address(in));
        }
        return new Order.Roster(addresses);
    }

    static void write(DataOutputStream out, Notice notice) throws IOException {
        if (notice instanceof Notice.Bound bound) {
            out.writeByte(0);
            write(out, bound.address());
            out.writeLong(bound.heapBytes());
        } else if (notice instanceof Notice.Up up) {
            out.writeByte(1);
            out.writeLong(up.loadMillis());
            out.writeLong(up.boundMillis());
            out.writeLong(up.madeMillis());
            out.writeLong(up.upMillis());
        } else if (notice instanceof Notice.Progress progress) {
            out.writeByte(2);
            write(out, progress.label());
            out.writeLong(progress.done());
            out.writeLong(progress.total());
        } else if (notice instanceof Notice.Result result) {
            out.writeByte(3);
            write(out, result.key());
            write(out, result.json());
        } else if (notice instanceof Notice.Ended ended) {
            out.writeByte(4);
            write(out, ended.ending());
            out.writeInt(ended.status());
        } else if (notice instanceof Notice.Exiting) {
            out.writeByte(5);
        } else if (notice instanceof Notice.Fatal fatal) {
            out.writeByte(6);
            write(out, fatal.sentence());
            out.writeInt(fatal.status());
        } else if (notice instanceof Notice.Lost lost) {
            out.writeByte(7);
            write(out, lost.member());
        } else if (notice instanceof Notice.Sampled sampled) {
            out.writeByte(8);
            write(out, sampled.reports());
        } else if (notice instanceof Notice.Told told) {
            out.writeByte(9);
            write(out, told);
        } else if (notice instanceof Notice.Drained drained) {
            out.writeByte(10);
            write(out, drained);
        } else if (notice instanceof Notice.AsksForTerminal) {
            out.writeByte(11);
        } else if (notice instanceof Notice.GivesTerminal) {
            out.writeByte(12);
        } else if (notice instanceof Notice.Answered answered) {
            out.writeByte(13);
            write(out, answered);
        } else {
            writeOfRun(out, notice);
        }
    }

    /** How the place takes part in the run. */
    private static void writeOfRun(DataOutputStream out, Notice notice) throws IOException {
        if (notice instanceof Notice.Leaves) {
            out.writeByte(14);
        } else if (notice instanceof Notice.Begins) {
            out.writeByte(15);
        } else if (notice instanceof Notice.Rests rests) {
            out.writeByte(16);
            write(out, rests.ending());
        } else if (notice instanceof Notice.Resumes) {
            out.writeByte(17);
        } else if (notice instanceof Notice.Out expelled) {
            out.writeByte(18);
            write(out, expelled.cause());
        }
    }

    static Notice readNotice(DataInputStream in) throws IOException {
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case 0 -> new Notice.Bound(address(in), in.readLong());
            case 1 -> new Notice.Up(in.readLong(), in.readLong(), in.readLong(), in.readLong());
            case 2 -> new Notice.Progress(text(in), in.readLong(), in.readLong());
            case 3 -> new Notice.Result(text(in), text(in));
            case 4 -> new Notice.Ended(ending(in), in.readInt());
            case 5 -> new Notice.Exiting();
            case 6 -> new Notice.Fatal(text(in), in.readInt());
            case 7 -> new Notice.Lost(member(in));
            case 8 -> new Notice.Sampled(reports(in));
            case 9 -> told(in);
            case 10 -> drained(in);
            case 11 -> new Notice.AsksForTerminal();
            case 12 -> new Notice.GivesTerminal();
            case 13 -> answered(in);
            case 14 -> new Notice.Leaves();
            case 15 -> new Notice.Begins();
            case 16 -> new Notice.Rests(ending(in));
            case 17 -> new Notice.Resumes();
            case 18 -> new Notice.Out(text(in));
            default -> throw new ProtocolException("notice " + kind + " is unknown; this version knows 0..18");
        };
    }

    private static void write(DataOutputStream out, Ending ending) throws IOException {
        out.writeByte(ending.word().ordinal());
        write(out, ending.sentences());
        write(out, ending.reports());
    }

    private static Ending ending(DataInputStream in) throws IOException {
        Ending.Word[] words = Ending.Word.values();
        Ending.Word word = words[Math.min(in.readUnsignedByte(), words.length - 1)];
        return new Ending(word, texts(in), reports(in));
    }

    private static void write(DataOutputStream out, Map<Member, PlaceReport> reports) throws IOException {
        out.writeInt(reports.size());
        for (Map.Entry<Member, PlaceReport> entry : reports.entrySet()) {
            write(out, entry.getKey());
            write(out, entry.getValue());
        }
    }

    private static Map<Member, PlaceReport> reports(DataInputStream in) throws IOException {
        Map<Member, PlaceReport> reports = new TreeMap<>();
        for (int i = count(in); i > 0; i--) {
            reports.put(member(in), report(in));
        }
        return reports;
    }

    private static void write(DataOutputStream out, PlaceReport report) throws IOException {
        writeCounts(out, report.alive());
        for (long each : new long[] {
            report.work(),
            report.created(),
            report.processed(),
            report.sent(),
            report.received(),
            report.moves(),
            report.deadLetters(),
            report.restarts(),
            report.failed(),
            report.mutes(),
            report.lifted()
        }) {
            out.writeLong(each);
        }
        write(out, report.failures());
        write(out, report.mistakes());
        write(out, report.owed());
        write(out, report.withheld());
        writeCounts(out, report.starved());
        Links.Traffic traffic = report.traffic();
        out.writeLong(traffic.packetsOut());
        out.writeLong(traffic.packetsIn());
        out.writeLong(traffic.bytesOut());
        out.writeLong(traffic.bytesIn());
        out.writeInt(report.busyPermille());
        writeCounts(out, report.done());
    }

    static void write(DataOutputStream out, Notice.Told told) throws IOException {
        out.writeInt(told.question());
        write(out, told.report());
        write(out, told.dump().summary());
        for (Dump.Sort sort : Dump.Sort.values()) {
            write(out, told.dump().sentences().getOrDefault(sort, List.of()));
        }
    }

    static void write(DataOutputStream out, Notice.Drained drained) throws IOException {
        out.writeInt(drained.question());
        write(out, drained.refusal());
        out.writeLong(drained.left());
        writeCounts(out, drained.alive());
        write(out, drained.reasons());
    }

    static Notice.Drained drained(DataInputStream in) throws IOException {
        return new Notice.Drained(in.readInt(), text(in), in.readLong(), counts(in), texts(in));
    }

    static void write(DataOutputStream out, Notice.Answered answered) throws IOException {
        out.writeInt(answered.question());
        write(out, answered.refusal());
        write(out, answered.content());
    }

    static Notice.Answered answered(DataInputStream in) throws IOException {
        return new Notice.Answered(in.readInt(), text(in), bytes(in));
    }

    static Notice.Told told(DataInputStream in) throws IOException {
        int question = in.readInt();
        PlaceReport report = report(in);
        String summary = text(in);
        Map<Dump.Sort, List<String>> sentences = new EnumMap<>(Dump.Sort.class);
        for (Dump.Sort sort : Dump.Sort.values()) {
            sentences.put(sort, texts(in));
        }
        return new Notice.Told(question, report, new Dump(summary, sentences));
    }

    private static void writeCounts(DataOutputStream out, Map<String, Long> counts) throws IOException {
        out.writeInt(counts.size());
        for (Map.Entry<String, Long> entry : counts.entrySet()) {
            write(out, entry.getKey());
            out.writeLong(entry.getValue());
        }
    }

    private static Map<String, Long> counts(DataInputStream in) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (int i = count(in); i > 0; i--) {
            counts.put(text(in), in.readLong());
        }
        return counts;
    }

    private static PlaceReport report(DataInputStream in) throws IOException {
        return new PlaceReport(
                counts(in),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                texts(in),
                texts(in),
                texts(in),
                texts(in),
                counts(in),
                new Links.Traffic(in.readLong(), in.readLong(), in.readLong(), in.readLong()),
                in.readInt(),
                counts(in));
    }

    static void write(DataOutputStream out, Member member) throws IOException {
        out.writeInt(member.place());
        out.writeLong(member.incarnation());
    }

    static Member member(DataInputStream in) throws IOException {
        int place = in.readInt();
        long incarnation = in.readLong();
        if (!Member.isPossible(place, incarnation)) {
            throw new ProtocolException("place " + place + " with incarnation " + incarnation + " isn't a member");
        }
        return new Member(place, incarnation);
    }

    private static void write(DataOutputStream out, Network.Address address) throws IOException {
        write(out, address.host());
        out.writeInt(address.port());
    }

    private static Network.Address address(DataInputStream in) throws IOException {
        return new Network.Address(text(in), in.readInt());
    }

    private static void write(DataOutputStream out, Network.@Nullable Identity identity) throws IOException {
        out.writeBoolean(identity != null);
        if (identity != null) {
            write(out, identity.key());
            out.writeInt(identity.chain().size());
            for (byte[] each : identity.chain()) {
                write(out, each);
            }
            write(out, identity.authority());
        }
    }

    private static Network.@Nullable Identity identity(DataInputStream in) throws IOException {
        if (!in.readBoolean()) {
            return null;
        }
        byte[] key = bytes(in);
        List<byte[]> chain = new ArrayList<>();
        for (int i = count(in); i > 0; i--) {
            chain.add(bytes(in));
        }
        byte[] authority = bytes(in);
        try {
            return new Network.Identity(key, chain, authority);
        } catch (IllegalArgumentException e) {
            throw new ProtocolException(e.getMessage());
        }
    }

    private static void write(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String each : texts) {
            write(out, each);
        }
    }

    private static List<String> texts(DataInputStream in) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int i = count(in); i > 0; i--) {
            texts.add(text(in));
        }
        return texts;
    }

    static int count(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > MAX_LIST) {
            throw new ProtocolException("a list of " + count + " entries; at most " + MAX_LIST + " are allowed");
        }
        return count;
    }

    /** Results may be longer than writeUTF allows. */
    static void write(DataOutputStream out, String text) throws IOException {
        write(out, text.getBytes(StandardCharsets.UTF_8));
    }

    static String text(DataInputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new ProtocolException(
                    "a field of " + length + " bytes in a message that has " + in.available() + " left");
        }
        return in.readNBytes(length);
    }
}
