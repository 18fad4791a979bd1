package org.sojourn.kernel.part;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.move.Departure;
import org.sojourn.kernel.move.Migration;
import org.sojourn.kernel.move.Parcel;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Registered;

/**
 * Mail between places: makes a {@link Parcel} of what is sent to a part elsewhere, and reads the parcels that come. A package with
 * signals that travel registers their readers here.
 */
public final class Post implements Parts.Ways {
    /** Is told of each message that is sent to another place, or has come from one. */
    public interface Onlooker {
        /** A message travels. */
        void travels(Target to, int mailbox, Object message);
    }

    private final Parts parts;
    private final Undecodables undecodables;
    private final Registered<Function<PacketReader, Signal>> orders = new Registered<>("order");
    private final Migration migration;
    private @Nullable Onlooker onlooker;

    /** Begins to take mail from other places. */
    public Post(Parts parts, Migration migration) {
        this.parts = parts;
        this.migration = migration;
        this.undecodables = new Undecodables(parts);
        parts.site().switchboard().on(PacketKind.MAIL, (from, packet) -> {
            Name name = Name.read(packet);
            Letter letter = Letter.read(this, from, name, packet);
            if (letter != null) {
                arrived(from, name, letter);
            }
        });
        on(PacketKind.COMMAND, packet -> orders.of(packet.u8()).apply(packet));
        for (Signal.Command.Order each : Signal.Command.Order.values()) {
            orders.add(each.ordinal(), packet -> new Signal.Command(each));
        }
    }

    // ---- what comes -----------------------------------------------------------------------------------------------

    /** Registers what reads signals that travel by packets of a kind; before the start. */
    public void on(PacketKind kind, Function<PacketReader, Signal> reader) {
        parts.site().switchboard().on(kind, (from, packet) -> {
            Name name = Name.read(packet);
            Parcel.Way way = Parcel.Way.read(from, packet);
            arrived(from, name, new Signalled(this, way, reader.apply(packet)));
        });
    }

    /** The same for signals to parts which, if they aren't known here any more, have exited. */
    public void onForKnown(PacketKind kind, Function<PacketReader, Signal> reader) {
        parts.site().switchboard().on(kind, (from, packet) -> {
            Name name = Name.read(packet);
            Parcel.Way way = Parcel.Way.read(from, packet);
            Parcel parcel = new Signalled(this, way, reader.apply(packet));
            Descriptor<Sojourner> known = parts.names().find(name);
            if (known != null) {
                migration.arrived(from, known, parcel);
            } else {
                parcel.undeliverable(parts.names().former(name), DeadLetters.Cause.EXITED);
            }
        });
    }

    /** {@return what reads orders that travel by {@link PacketKind#COMMAND}, each of which begins with its number} */
    public Registered<Function<PacketReader, Signal>> orders() {
        return orders;
    }

    private void arrived(Member from, Name name, Parcel parcel) {
        migration.arrived(from, parts.names().locate(name, parts.site().self()), parcel);
    }

    /** One of many messages that have come as one, for a part that isn't here. */
    public void arrived(Member from, Name name, long guess, int mailbox, Object message) {
        arrived(from, name, Letter.broadcast(this, from, guess, mailbox, message));
    }

    /** A message of several pieces, which was on its way to a place that is lost, is a dead letter. */
    public void undelivered(Member to, PacketReader packet) {
        Name name = Name.read(packet);
        parts.site()
                .deadLetters()
                .add(
                        name + " at " + to,
                        "a large message of " + packet.remaining() + " bytes",
                        null,
                        DeadLetters.Cause.PLACE_LOST);
    }

    // ---- what goes ------------------------------------------------------------------------------------------------

    @Override
    public Target to(Descriptor<Sojourner> known) {
        return new Located(this, known);
    }

    @Override
    public void forward(Name to, Mail mail) {
        Located elsewhere =
                new Located(this, parts.names().locate(to, parts.site().self()));
        if (mail.message() instanceof Signal signal) {
            elsewhere.signal(signal);
        } else {
            elsewhere.mail(mail.mailbox(), mail.message(), (ReplyAddress) mail.answerTo());
        }
    }

    @Override
    public boolean departs(Cell part) {
        return Leaving.of(part).departs(migration);
    }

    @Override
    public Parts.Leave leave(Cell part) {
        return Leaving.of(part);
    }

    @Override
    public Signal order(Departure order) {
        return new Leaving.Depart(order);
    }

    void travels(Target to, int mailbox, Object message) {
        if (onlooker != null) {
            onlooker.travels(to, mailbox, message);
        }
    }

    /** Sets what is told of messages that travel; once, before the start. */
    public void onlooker(Onlooker told) {
        onlooker = told;
    }

    /** {@return what has parts move} */
    public Migration migration() {
        return migration;
    }

    /** {@return the parts of this place} */
    public Parts parts() {
        return parts;
    }

    /** {@return what becomes of that which can't be rebuilt here} */
    public Undecodables undecodables() {
        return undecodables;
    }
}
