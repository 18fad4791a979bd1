package org.sojourn.kernel.part;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Parcel;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Member;

/** A signal for a part that travels. */
final class Signalled extends Parcel {
    private static final int BYTES = 80;

    private final Post post;
    private final Signal signal;

    Signalled(Post post, Way way, Signal signal) {
        super(post.parts().site(), way);
        this.post = post;
        this.signal = signal;
    }

    @Override
    public boolean isStray() {
        return signal.keepsOrder() && super.isStray();
    }

    @Override
    public boolean isForTheDead() {
        return signal.isForTheDead();
    }

    @Override
    public void prepare() {
        signal.prepare(post.parts());
    }

    @Override
    public @Nullable Sojourner expected(Name name) {
        return post.parts().awaited(name);
    }

    @Override
    public boolean fits(Sojourner receiver) {
        return receiver instanceof Cell;
    }

    @Override
    public void deliver(Sojourner to) {
        ((Cell) to).signal(signal);
    }

    @Override
    public boolean send(Name to, Member at, long guess) {
        PacketWriter packet = new PacketWriter(Objects.requireNonNull(signal.travelsBy()), BYTES);
        to.write(packet);
        writeWay(packet, guess);
        Encoded value = signal.write(post.parts(), packet);
        return value == null
                ? site().switchboard().send(at, to.orderKey(), packet)
                : site().switchboard().send(at, to.orderKey(), packet, value);
    }

    @Override
    public void undeliverable(Descriptor<Sojourner> receiver, DeadLetters.Cause cause) {
        signal.undeliverable(post.parts(), post.to(receiver), cause);
    }
}
