package org.sojourn.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.codec.AllowRule;
import org.sojourn.net.codec.CodecOptions;
import org.sojourn.net.codec.ForyCodec;
import org.sojourn.net.codec.KryoCodec;
import org.sojourn.net.link.LinkMesh;
import org.sojourn.net.link.LinkOptions;
import org.sojourn.net.link.Touch;
import org.sojourn.net.membership.JGroupsMembership;
import org.sojourn.net.membership.MembershipOptions;
import org.sojourn.net.netty.NettyWire;

/** Links over Netty, membership by JGroups, serialisation by Fory or Kryo. */
public final class SocketNetwork implements Network {
    private static final String FORY = "fory";
    private static final String KRYO = "kryo";
    private static final String CLUSTER = "sojourn";

    /** For the service loader. */
    public SocketNetwork() {}

    @Override
    public List<String> serialisers() {
        return List.of(FORY, KRYO);
    }

    @Override
    public Codec codec(CodecSettings settings) {
        CodecOptions options = new CodecOptions(
                new AllowRule(settings.packages(), settings.classes()),
                settings.loader(),
                List.of(),
                settings.refuses(),
                CodecOptions.DEFAULT_MAX_PAYLOAD_BYTES);
        Codec codec;
        Runnable warmUp;
        switch (settings.serialiser()) {
            case FORY -> {
                ForyCodec fory = new ForyCodec(options);
                codec = fory;
                warmUp = fory::warmUp;
            }
            case KRYO -> {
                KryoCodec kryo = new KryoCodec(options);
                codec = kryo;
                warmUp = kryo::warmUp;
            }
            default ->
                throw new IllegalArgumentException(
                        "serialiser is " + settings.serialiser() + "; it is one of " + serialisers());
        }
        // Their first value takes some hundred milliseconds: while ports are bound and places find each other.
        Thread thread = new Thread(warmUp, "sojourn-codec-warm-up");
        thread.setDaemon(true);
        thread.start();
        return codec;
    }

    @Override
    public Endpoint open(EndpointSettings settings) throws IOException {
        return new SocketEndpoint(settings);
    }

    /**
     * Links and membership keep in touch with the same members, each by its own connections: a sign of life by either will do.
     *
     * <p>The port for links is bound at once. That for membership as well at the init place, whose port the others must know;
     * elsewhere when the roster tells where the init place is.
     */
    private static final class SocketEndpoint implements Endpoint {
        private final EndpointSettings settings;
        private final NettyWire wire;
        private final LinkMesh links;
        private @Nullable JGroupsMembership membership;

        /** Whether the roster was told. */
        private boolean isKnown;

        SocketEndpoint(EndpointSettings settings) throws IOException {
            this.settings = settings;
            this.wire = new NettyWire("sojourn-" + settings.self() + "-links", settings.host(), settings.port());
            SecureRandom random = new SecureRandom();
            this.links = new LinkMesh(
                    LinkOptions.of(settings.self(), settings.secret(), settings.programHash(), random::nextLong), wire);
            if (settings.self().place() == 0) {
                membership = new JGroupsMembership(membershipOptions(settings.host(), 0));
            }
        }

        private MembershipOptions membershipOptions(String initHost, int initPort) {
            return new MembershipOptions(
                    settings.self(),
                    CLUSTER,
                    settings.host(),
                    0,
                    initHost,
                    initPort,
                    settings.secret(),
                    settings.silence());
        }

        @Override
        public Address address() {
            JGroupsMembership bound = membership;
            return new Address(settings.host(), wire.port(), bound == null ? 0 : bound.port());
        }

        @Override
        public void roster(Member init, Map<Member, Address> addresses) {
            Address first = addresses.get(init);
            if (first == null) {
                throw new IllegalArgumentException("the roster has no address for the init place " + init);
            }
            if (isKnown) {
                links.addresses(
                        addresses); // a place that comes later is expected by nobody: who started it sees its end
                return;
            }
            isKnown = true;
            JGroupsMembership made = membership;
            if (made == null) {
                try {
                    made = new JGroupsMembership(membershipOptions(first.host(), first.membershipPort()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e.getMessage(), e);
                }
                membership = made;
            }
            made.expect(addresses.keySet());
            boolean isInit = settings.self().equals(init);
            links.keepInTouch(new Touch(
                    made.beat().toNanos(),
                    member -> isInit ? !member.equals(init) : member.equals(init),
                    made::heard,
                    made::ended));
            links.addresses(addresses);
        }

        @Override
        public Links links() {
            return links;
        }

        @Override
        public Membership membership() {
            JGroupsMembership made = membership;
            if (made == null) {
                throw new IllegalStateException("membership is asked for before the roster is told");
            }
            return made;
        }

        @Override
        public void close() {
            JGroupsMembership made = membership;
            if (made != null) {
                made.stop();
            }
            wire.loop().execute(wire::close);
        }
    }
}
