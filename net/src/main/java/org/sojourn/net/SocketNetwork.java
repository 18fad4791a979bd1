package org.sojourn.net;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.CommunicationLayer;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.codec.AllowRule;
import org.sojourn.net.codec.CodecOptions;
import org.sojourn.net.codec.ForyCodec;
import org.sojourn.net.codec.KryoCodec;
import org.sojourn.net.layer.LayerPort;
import org.sojourn.net.link.LinkMesh;
import org.sojourn.net.link.LinkOptions;
import org.sojourn.net.link.Touch;
import org.sojourn.net.membership.JGroupsMembership;
import org.sojourn.net.membership.MembershipOptions;
import org.sojourn.net.netty.NettyPort;
import org.sojourn.net.tls.Credentials;
import org.sojourn.net.tls.LauncherTls;
import org.sojourn.net.tls.PemFiles;
import org.sojourn.net.tls.RunAuthority;
import org.sojourn.net.wire.Port;

/** Links over Netty or a communication layer, membership by JGroups over such links, serialisation by Fory or Kryo. */
public final class SocketNetwork implements Network {
    private static final String FORY = "fory";
    private static final String KRYO = "kryo";
    private static final int RUN_NAME_BYTES = 16;

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
        Identity identity = settings.identity();
        int place = settings.self().place();
        Credentials credentials = identity == null ? null : Credentials.of(identity, place);
        return new PortEndpoint(
                settings, new NettyPort("sojourn-" + settings.self(), settings.host(), settings.port(), credentials));
    }

    @Override
    public Endpoint open(EndpointSettings settings, CommunicationLayer layer) throws IOException {
        if (settings.identity() != null) {
            throw new IllegalArgumentException(settings.self() + " should use the communication layer " + layer.name()
                    + " and to encrypt; a layer of your own encrypts by itself, so leave TLS out");
        }
        return new PortEndpoint(
                settings,
                new LayerPort(layer, runName(settings.secret()), settings.self().place()));
    }

    /** Tells runs apart, and nothing of the secret. */
    private static String runName(byte[] secret) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update("the run's name".getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest.digest(secret), 0, RUN_NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    @Override
    public Authority authority(Duration validity) {
        return RunAuthority.of(validity);
    }

    @Override
    public Socket dial(Socket connected, byte[] pin) throws IOException {
        return LauncherTls.dial(connected, pin);
    }

    @Override
    public Identity identity(int place, Path key, Path chain, Path authority) throws IOException {
        return PemFiles.identity(place, key, chain, authority);
    }

    /**
     * Links and membership keep in touch with the same members, each by its own connections: a sign of life by either will do.
     * Both go by one port, which is there already.
     */
    private static final class PortEndpoint implements Endpoint {
        private final EndpointSettings settings;
        private final LinkOptions options;
        private final Port port;
        private final LinkMesh links;
        private @Nullable JGroupsMembership membership;

        PortEndpoint(EndpointSettings settings, Port port) {
            this.settings = settings;
            this.port = port;
            SecureRandom random = new SecureRandom();
            options = LinkOptions.of(settings.self(), settings.secret(), settings.programHash(), random::nextLong);
            links = new LinkMesh(options, port.links());
        }

        @Override
        public Address address() {
            return new Address(settings.host(), port.port());
        }

        @Override
        public void roster(Member init, Map<Member, Address> addresses) {
            JGroupsMembership made = membership;
            if (made == null) {
                if (!addresses.containsKey(init)) {
                    throw new IllegalArgumentException("the roster has no address for the init place " + init);
                }
                made = new JGroupsMembership(
                        new MembershipOptions(options, init, settings.silence()), port.membership());
                made.expect(
                        addresses.keySet()); // whoever comes later is expected by nobody: who starts it sees its end
                boolean isInit = settings.self().equals(init);
                links.keepInTouch(new Touch(
                        made.beat().toNanos(),
                        member -> isInit ? !member.equals(init) : member.equals(init),
                        made::heard,
                        made::ended));
                membership = made;
            }
            made.addresses(addresses);
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
        public void over() {
            links.over();
            JGroupsMembership made = membership;
            if (made != null) {
                made.over();
            }
        }

        @Override
        public void close() {
            JGroupsMembership made = membership;
            if (made != null) {
                made.stop();
            }
            port.close();
        }
    }
}
