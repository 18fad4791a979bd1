package org.sojourn.kernel.part;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.mail.Mailboxes;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.UnencodableException;

/**
 * All that a part has when it moves: its body with what its kind keeps of it, guards, mail in order, notices that wait,
 * timers with the times that are left, watchers and whom it watches, supervision, pause and policy; and what it has asked, with
 * what goes on with the answers ({@link Requests}).
 *
 * <p>What isn't here is bound to the place where it is, and the part stays until that is over: futures, and answers with a
 * continuation that is known there only. Answers that it owes are addresses in its fields and mail; membership of a group is
 * its name. Mutes, loads and the turns of mailboxes with equal priority begin anew.
 *
 * <p>A part that waits to be constructed moves as what constructs it, with its early mail: the constructor runs where the part
 * begins to live.
 *
 * <p>The numbers go first, then, as one value of the codec's, everything that is an object: so what was one object before
 * the move is one after it.
 */
public final class Luggage {
    private static final int ENTRIES = 1 << 24;
    private static final int NONE = -1;
    private static final int PAUSED = 1;
    private static final int UNBORN = 2;

    /** A message in a mailbox; {@code ticker} is the number of the timer that it is of, or {@link #NONE}. */
    private record Piece(
            int mailbox, Object message, @Nullable ReplyAddress answerTo, int ticker) {}

    private record Watcher(Target who, int mailbox) {}

    private record Watched(Target who, int mailbox, int times) {}

    private final Name name;

    /** The body and what its kind keeps of it; of a part that hasn't been constructed, what constructs it. */
    private final Object[] packed;

    /** Who runs it; of a part that hasn't been constructed, what its creation asks of who chooses that. */
    private final String policy;

    private final boolean isUnborn;
    private final boolean isPaused;
    private final long enabled;
    private final int life;
    private final List<Piece> mail = new ArrayList<>();
    private final List<Rest.DueNotice> notices = new ArrayList<>();
    private final List<Ticker.Setting> timers = new ArrayList<>();
    private int timersSet;
    private final List<Watcher> watchers = new ArrayList<>();
    private final List<Watched> watching = new ArrayList<>();
    private @Nullable Recovery recovery;

    private final List<Pending.Question> questions = new ArrayList<>();

    /** What goes on with the answers. */
    private Object[] continuations = {};

    private Luggage(
            Name name, Object[] packed, String policy, boolean isUnborn, boolean isPaused, long enabled, int life) {
        this.name = name;
        this.packed = packed;
        this.policy = policy;
        this.isUnborn = isUnborn;
        this.isPaused = isPaused;
        this.enabled = enabled;
        this.life = life;
    }

    /** Takes what a part has, between two of its messages, with its inbox empty; the part keeps it. */
    static Luggage of(Cell cell, Kind kind, Object body) {
        Luggage all = new Luggage(
                cell.name(),
                kind.pack(body),
                cell.home.isChosen ? cell.home.policy.name() : "",
                false,
                cell.is(Resident.PAUSED),
                cell.enabled,
                cell.life());
        Mailboxes boxes = cell.boxes();
        Map<Integer, Ticker> tickers = new TreeMap<>();
        Rest rest = cell.rest();
        if (rest.awaiting != null) {
            rest.awaiting.tickers().forEach(each -> tickers.put(each.number, each));
            all.timersSet = rest.awaiting.count();
        }
        if (boxes != null) {
            boxes.each((piece, box) -> all.add(piece, box, tickers));
        }
        tickers.values().forEach(each -> all.timers.add(each.setting()));
        all.notices.addAll(rest.notices);
        all.takeTies(rest);
        if (rest.questions != null) {
            all.takeQuestions(cell.kernel(), rest.questions.open());
        }
        return all;
    }

    private void takeQuestions(Kernel kernel, List<Pending> open) {
        long now = kernel.clock().nanoTime();
        open.forEach(each -> questions.add(each.moved(Objects.requireNonNull(each.address), now)));
        continuations = open.isEmpty() ? continuations : kernel.kinds().pack(open);
    }

    /** Takes what a part has that waits to be constructed, with its inbox empty; the part keeps it. */
    static Luggage unborn(Cell cell, Kinds.Birth birth) {
        Rest rest = cell.rest();
        Object description = Objects.requireNonNull(birth.description());
        Luggage all = new Luggage(
                cell.name(), new Object[] {description}, birth.asked(), true, cell.is(Resident.PAUSED), 0, cell.life());
        rest.early.forEach(each -> all.add(each, each.mailbox(), Map.of()));
        all.takeTies(rest);
        return all;
    }

    private void takeTies(Rest rest) {
        rest.watchers.forEach(each -> watchers.add(new Watcher(each.watcher, each.mailbox)));
        rest.watching.forEach(
                (watched, each) -> watching.add(new Watched(each.who(), watched.mailbox(), each.times())));
        recovery = rest.recovery;
    }

    private void add(Mail piece, int box, Map<Integer, Ticker> tickers) {
        if (piece.answerTo() instanceof Ticker ticker) {
            tickers.put(ticker.number, ticker);
            mail.add(new Piece(box, piece.message(), null, ticker.number));
        } else {
            mail.add(new Piece(box, piece.message(), (ReplyAddress) piece.answerTo(), NONE));
        }
    }

    /** Gives it all to a part here that doesn't run yet. */
    void unpack(Cell cell) {
        Kernel kernel = cell.kernel();
        if (isUnborn) {
            cell.next(new Signal.Create(kernel.kinds().birth(packed[0], policy), null));
            if (isPaused) {
                cell.paused(true);
            }
        } else {
            Kind kind = kernel.kinds().unpack(cell, packed);
            cell.moveIn(packed[0], kind, policy, enabled, isPaused);
        }
        Rest rest = cell.rest();
        rest.claimed.set(true);
        rest.life = life;
        rest.recovery = recovery;
        Map<Integer, Ticker> tickers = new HashMap<>();
        if (timersSet > 0) {
            Awaiting awaiting = rest.awaiting(cell);
            awaiting.counted(timersSet);
            timers.forEach(each -> tickers.put(each.number(), awaiting.came(each)));
        }
        for (Piece piece : mail) {
            Ticker ticker = tickers.get(piece.ticker());
            cell.deposit(
                    ticker != null ? ticker.waits() : new Mail(piece.mailbox(), piece.message(), piece.answerTo()));
        }
        rest.notices.addAll(notices);
        for (Watcher each : watchers) {
            rest.watchers.add(Signal.Watch.once(each.who(), each.mailbox(), Rest.ANY_LIFE));
        }
        for (Watched each : watching) {
            rest.watching.put(
                    new Rest.Watched(each.who().name(), each.mailbox()), new Rest.Watching(each.who(), each.times()));
        }
        List<? extends Pending> pending =
                questions.isEmpty() ? List.of() : kernel.kinds().unpack(cell, questions, continuations);
        kernel.watches().came(cell, rest);
        for (int i = 0; i < questions.size(); i++) {
            kernel.requests().came(pending.get(i), questions.get(i));
        }
    }

    /**
     * Returns whose it is.
     *
     * @return the name
     */
    public Name name() {
        return name;
    }

    // ---- on the wire ------------------------------------------------------------------------------------------------

    /**
     * Writes it, but for the name.
     *
     * @param kernel the kernel of this place
     * @param packet the packet
     * @return the objects, to end the packet with
     * @throws UnencodableException if something can't travel; names the path to it
     */
    public Encoded write(Kernel kernel, PacketWriter packet) {
        PacketWriter numbers = new PacketWriter(PacketKind.SHIP, 128);
        List<Object> values = new ArrayList<>(Arrays.asList(packed));
        numbers.i32(packed.length)
                .text(policy)
                .u8((isPaused ? PAUSED : 0) | (isUnborn ? UNBORN : 0))
                .i64(enabled)
                .i32(life);
        writeTimers(numbers, values);
        writeMail(numbers, values);
        writeWatches(numbers);
        numbers.u8(recovery == null ? 0 : 1);
        if (recovery != null) {
            Object description = recovery.birth().description();
            if (description == null) {
                throw new UnencodableException(name + " can't move: what restarts it is known at its place only");
            }
            recovery.write(kernel, numbers);
            values.add(description);
        }
        writeQuestions(numbers, values);
        packet.section(numbers);
        return kernel.codec().encodePart(values.toArray(), packed[0]);
    }

    private void writeQuestions(PacketWriter numbers, List<Object> values) {
        numbers.i32(questions.size());
        for (Pending.Question each : questions) {
            each.address().write(numbers);
            each.receiver().export().write(numbers);
            numbers.member(each.receiver().location());
            numbers.text(each.question()).i64(each.untilDue());
        }
        values.addAll(Arrays.asList(continuations));
    }

    private void writeTimers(PacketWriter numbers, List<Object> values) {
        numbers.i32(timersSet).i32(timers.size());
        for (Ticker.Setting each : timers) {
            numbers.i32(each.number())
                    .u8(each.rule().ordinal())
                    .i64(each.nanos())
                    .i64(each.untilDue());
            numbers.i32(each.mailbox()).i64(each.skipped()).u8(each.isOver() ? 1 : 0);
            values.add(each.message());
        }
    }

    private void writeMail(PacketWriter numbers, List<Object> values) {
        numbers.i32(mail.size());
        for (Piece each : mail) {
            numbers.i32(each.mailbox()).i32(each.ticker()).u8(each.answerTo() == null ? 0 : 1);
            if (each.answerTo() != null) {
                each.answerTo().write(numbers);
            }
            values.add(each.message());
        }
        numbers.i32(notices.size());
        for (Rest.DueNotice each : notices) {
            numbers.i32(each.mailbox).i32(each.ahead.length);
            for (int ahead : each.ahead) {
                numbers.i32(ahead);
            }
            values.add(each.message);
        }
    }

    private void writeWatches(PacketWriter packet) {
        packet.i32(watchers.size());
        for (Watcher each : watchers) {
            each.who().export().write(packet);
            packet.member(each.who().location());
            packet.i32(each.mailbox());
        }
        packet.i32(watching.size());
        for (Watched each : watching) {
            each.who().export().write(packet);
            packet.member(each.who().location());
            packet.i32(each.mailbox()).i32(each.times());
        }
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @param kernel the kernel of this place
     * @param name whose it is
     * @param packet the packet
     * @return the luggage
     * @throws MalformedException if it is none
     * @throws IllegalArgumentException if something that it needs isn't here
     */
    public static Luggage read(Kernel kernel, Name name, PacketReader packet) {
        PacketReader numbers = packet.section();
        if (!(packet.part() instanceof Object[] values)) {
            throw new MalformedException("the luggage of " + name + " holds no objects");
        }
        Iterator<Object> objects = Arrays.asList(values).iterator();
        Object[] packed = new Object[numbers.count(values.length)];
        for (int i = 0; i < packed.length; i++) {
            packed[i] = next(objects);
        }
        if (packed.length == 0) {
            throw new MalformedException("the luggage of " + name + " holds no part");
        }
        String policy = numbers.text();
        int flags = numbers.u8();
        Luggage all = new Luggage(
                name, packed, policy, (flags & UNBORN) != 0, (flags & PAUSED) != 0, numbers.i64(), numbers.i32());
        all.timersSet = numbers.i32();
        for (int i = numbers.count(ENTRIES); i > 0; i--) {
            all.timers.add(new Ticker.Setting(
                    numbers.i32(),
                    Ticker.Rule.of(numbers.u8()),
                    numbers.i64(),
                    numbers.i64(),
                    numbers.i32(),
                    next(objects),
                    numbers.i64(),
                    numbers.u8() == 1));
        }
        all.readMail(numbers, objects);
        all.readWatches(kernel, numbers);
        if (numbers.u8() == 1) {
            all.recovery = Recovery.read(kernel, numbers, next(objects));
        }
        all.readQuestions(kernel, numbers, objects);
        return all;
    }

    private void readQuestions(Kernel kernel, PacketReader numbers, Iterator<Object> objects) {
        for (int i = numbers.count(ENTRIES); i > 0; i--) {
            ReplyAddress address = ReplyAddress.read(numbers);
            Target receiver = kernel.locate(Name.read(numbers), numbers.member());
            questions.add(new Pending.Question(address, receiver, numbers.text(), numbers.i64()));
        }
        List<Object> others = new ArrayList<>();
        objects.forEachRemaining(others::add);
        continuations = others.toArray();
    }

    private static Object next(Iterator<Object> objects) {
        if (!objects.hasNext()) {
            throw new MalformedException("luggage with fewer objects than it says");
        }
        return objects.next();
    }

    private void readMail(PacketReader numbers, Iterator<Object> objects) {
        for (int i = numbers.count(ENTRIES); i > 0; i--) {
            int mailbox = numbers.i32();
            int ticker = numbers.i32();
            ReplyAddress answerTo = numbers.u8() == 0 ? null : ReplyAddress.read(numbers);
            mail.add(new Piece(mailbox, next(objects), answerTo, ticker));
        }
        for (int i = numbers.count(ENTRIES); i > 0; i--) {
            int mailbox = numbers.i32();
            int[] ahead = new int[numbers.count(Layout.MAX_MAILBOXES)];
            for (int box = 0; box < ahead.length; box++) {
                ahead[box] = numbers.i32();
            }
            notices.add(new Rest.DueNotice(mailbox, next(objects), ahead));
        }
    }

    private void readWatches(Kernel kernel, PacketReader numbers) {
        for (int i = numbers.count(ENTRIES); i > 0; i--) {
            Target who = kernel.locate(Name.read(numbers), numbers.member());
            watchers.add(new Watcher(who, numbers.i32()));
        }
        for (int i = numbers.count(ENTRIES); i > 0; i--) {
            Target who = kernel.locate(Name.read(numbers), numbers.member());
            watching.add(new Watched(who, numbers.i32(), numbers.i32()));
        }
    }
}
