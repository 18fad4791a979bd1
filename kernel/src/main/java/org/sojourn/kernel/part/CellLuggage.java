package org.sojourn.kernel.part;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Departure;
import org.sojourn.kernel.move.Luggage;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.UnencodableException;

/**
 * All that a part has when it moves: its body with what its kind keeps of it, guards, mail in order, notices that wait, pause and
 * policy; and what each of its features packs ({@link Feature#pack}).
 *
 * <p>What isn't here is bound to the place where it is, and the part stays until that is over. Answers that it owes are addresses in
 * its fields and mail; membership of a group is its name. A mute stays behind, but not that the part was spared one before. Loads and
 * the turns of mailboxes with equal priority begin anew.
 *
 * <p>A part that waits to be constructed moves as what constructs it, with its early mail: the constructor runs where the part
 * begins to live.
 *
 * <p>The numbers go first, then, as one value of the codec's, everything that is an object: so what was one object before
 * the move is one after it.
 */
final class CellLuggage implements Luggage {
    /** The most messages, notices or features. */
    private static final int ENTRIES = 1 << 24;

    /** How the codec names an element of that array: {@code Object[][7]}. */
    private static final Pattern ELEMENT = Pattern.compile("^Object\\[]\\[(\\d{1,8})]");

    private static final int NONE = -1;
    private static final int PAUSED = 1;
    private static final int UNBORN = 2;
    private static final int SPARED = 4;

    /** A message in a mailbox; {@code own} is its number if it is some feature's own, or {@link #NONE}. */
    private record Piece(
            int mailbox, Object message, @Nullable ReplyAddress answerTo, int own) {
        static Piece of(Mail mail, int mailbox) {
            return mail.answerTo() instanceof Feature.Own own
                    ? new Piece(mailbox, mail.message(), null, own.number())
                    : new Piece(mailbox, mail.message(), (ReplyAddress) mail.answerTo(), NONE);
        }
    }

    /**
     * What is neither mail nor the program's.
     *
     * @param policy what runs it; of a part that hasn't been constructed, what its creation asks of whoever chooses that
     * @param flags {@link #PAUSED}, {@link #UNBORN}, {@link #SPARED}
     * @param enabled the mailboxes that are
     * @param life which of its lives it is in
     */
    private record Head(int guest, String policy, int flags, long enabled, int life) {
        static Head read(PacketReader packet) {
            return new Head(packet.u8(), packet.text(), packet.u8(), packet.i64(), packet.i32());
        }

        void write(PacketWriter packet) {
            packet.u8(guest).text(policy).u8(flags).i64(enabled).i32(life);
        }

        boolean is(int flag) {
            return (flags & flag) != 0;
        }
    }

    private final Parts parts;
    private final Name name;

    /** Why it moves, as its target knows it. */
    private final Departure order;

    /** The body and what its kind keeps of it; of a part that hasn't been constructed, what constructs it. */
    private final Object[] packed;

    private final Head head;
    private final List<Piece> mail = new ArrayList<>();
    private final List<Notices.Notice> notices = new ArrayList<>();
    private final List<Feature.Packed> features = new ArrayList<>();

    private CellLuggage(Parts parts, Name name, Departure order, Object[] packed, Head head) {
        this.parts = parts;
        this.name = name;
        this.order = order;
        this.packed = packed;
        this.head = head;
    }

    /**
     * Takes what a part has, between two of its messages, with its inbox empty; the part keeps it.
     *
     * @param birth what constructs the part, if that hasn't happened yet
     * @param order why it moves
     */
    static CellLuggage of(Cell cell, @Nullable Birth birth, Departure order) {
        Life life = cell.ownLife();
        KindHere home = cell.home;
        int flags = (cell.is(Agenda.PAUSED) ? PAUSED : 0) | (cell.is(Agenda.SPARED) ? SPARED : 0);
        CellLuggage all;
        if (birth != null) {
            Object[] description = {Objects.requireNonNull(birth.description())};
            Head head = new Head(birth.guest(), birth.asked(), flags | UNBORN, 0, life.number);
            all = new CellLuggage(cell.parts(), cell.name(), order, description, head);
            life.early.forEach(each -> all.mail.add(Piece.of(each, each.mailbox())));
        } else {
            Object[] packed = Objects.requireNonNull(home.kind).pack(Objects.requireNonNull(cell.body));
            String policy = home.isChosen ? home.policy.name() : "";
            Head head = new Head(home.kind.guest(), policy, flags, cell.enabled, life.number);
            all = new CellLuggage(cell.parts(), cell.name(), order, packed, head);
            cell.filed((each, mailbox) -> all.mail.add(Piece.of(each, mailbox)));
            all.notices.addAll(life.notices.all());
        }
        all.features.addAll(life.pack(cell));
        return all;
    }

    @Override
    public Sojourner unpack() {
        return Leaving.come(parts, this);
    }

    @Override
    public void landed() {
        order.done();
    }

    /** Gives it all to a part here that doesn't run yet. */
    void unpack(Cell cell) {
        Parts.Guest kinds = parts.kinds().of(head.guest());
        if (head.is(UNBORN)) {
            cell.next(new Signal.Create(kinds.birth(packed[0], head.policy()), null));
        } else {
            Kind kind = kinds.unpack(cell, packed);
            cell.moveIn(packed[0], parts.here(kind, KindHere.unborn(parts, false, head.policy())), head.enabled());
        }
        if (head.is(PAUSED)) {
            cell.paused(true);
        }
        cell.set(Agenda.SPARED, head.is(SPARED));
        Life its = cell.ownLife();
        its.claimed.set(true);
        its.number = head.life();
        features.forEach(each -> each.unpack(cell));
        for (Piece each : mail) {
            Mail own = each.own() == NONE ? null : its.waits(each.own());
            cell.deposit(own != null ? own : new Mail(each.mailbox(), each.message(), each.answerTo()));
        }
        cell.notices(notices);
    }

    @Override
    public int room() {
        return PartRoom.NUMBER;
    }

    Name name() {
        return name;
    }

    // ---- on the wire ------------------------------------------------------------------------------------------------

    @Override
    public Encoded write(PacketWriter packet) {
        MoveOrder.write(order, packet);
        PacketWriter numbers = new PacketWriter(PacketKind.SHIP, 128);
        List<Object> values = new ArrayList<>(Arrays.asList(packed));
        head.write(numbers);
        numbers.i32(packed.length);
        numbers.i32(mail.size());
        for (Piece each : mail) {
            numbers.i32(each.mailbox()).i32(each.own()).u8(each.answerTo() == null ? 0 : 1);
            if (each.answerTo() != null) {
                each.answerTo().write(numbers);
            }
            values.add(each.message());
        }
        numbers.i32(notices.size());
        for (Notices.Notice each : notices) {
            numbers.i32(each.mailbox()).i32(each.ahead().length);
            for (int ahead : each.ahead()) {
                numbers.i32(ahead);
            }
            values.add(each.message());
        }
        numbers.i32(features.size());
        int[] begins = new int[features.size()];
        for (int i = 0; i < begins.length; i++) {
            begins[i] = values.size();
            numbers.u8(features.get(i).tag());
            features.get(i).write(numbers, values);
        }
        packet.section(numbers);
        try {
            return parts.site().codec().encodePart(values.toArray(), packed[0]);
        } catch (UnencodableException e) {
            throw named(e, begins);
        }
    }

    /** The same in words of the part, where what can't travel is an element of the array that all of it is in. */
    private UnencodableException named(UnencodableException found, int[] begins) {
        String said = String.valueOf(found.getMessage());
        Matcher element = ELEMENT.matcher(said);
        if (!element.find()) {
            return found;
        }
        int at = Integer.parseInt(element.group(1));
        String holder = "";
        if (at >= packed.length && at < packed.length + mail.size()) {
            holder = "a message that waits for it";
        }
        for (int i = 0; i < begins.length && begins[i] <= at; i++) {
            holder = features.get(i).holder(at - begins[i]);
        }
        return holder.isEmpty() ? found : new UnencodableException(holder + said.substring(element.end()), found);
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @throws MalformedException if it is none
     * @throws IllegalArgumentException if something that it needs isn't here
     */
    static CellLuggage read(Parts parts, Name name, PacketReader packet) {
        Departure order = MoveOrder.read(parts, packet);
        PacketReader numbers = packet.section();
        Head head = Head.read(numbers);
        parts.kinds().of(head.guest()); // before anything is decoded for a guest that isn't here
        if (!(packet.part() instanceof Object[] values)) {
            throw new MalformedException("the luggage of " + name + " holds no objects");
        }
        Iterator<Object> left = Arrays.asList(values).iterator();
        Supplier<Object> objects = () -> next(left);
        Object[] packed = new Object[numbers.count(values.length)];
        for (int i = 0; i < packed.length; i++) {
            packed[i] = objects.get();
        }
        if (packed.length == 0) {
            throw new MalformedException("the luggage of " + name + " holds no part");
        }
        CellLuggage all = new CellLuggage(parts, name, order, packed, head);
        all.readMail(numbers, objects);
        for (int i = numbers.count(ENTRIES); i > 0; i--) {
            all.features.add(parts.luggage().of(numbers.u8()).read(numbers, objects));
        }
        return all;
    }

    private static Object next(Iterator<Object> objects) {
        if (!objects.hasNext()) {
            throw new MalformedException("luggage with fewer objects than it says");
        }
        return objects.next();
    }

    private void readMail(PacketReader numbers, Supplier<Object> objects) {
        for (int i = numbers.count(ENTRIES); i > 0; i--) {
            int mailbox = numbers.i32();
            int own = numbers.i32();
            ReplyAddress answerTo = numbers.u8() == 0 ? null : ReplyAddress.read(numbers);
            mail.add(new Piece(mailbox, objects.get(), answerTo, own));
        }
        for (int i = numbers.count(ENTRIES); i > 0; i--) {
            int mailbox = numbers.i32();
            int[] ahead = new int[numbers.count(Layout.MAX_MAILBOXES)];
            for (int box = 0; box < ahead.length; box++) {
                ahead[box] = numbers.i32();
            }
            notices.add(new Notices.Notice(mailbox, objects.get(), ahead));
        }
    }
}
