package org.sojourn.kernel.port;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the ports that reach beyond one JVM. A host finds implementations by {@link java.util.ServiceLoader}. */
public interface Network {
    /**
     * The classes that may travel.
     *
     * @param serialiser the name of the serialiser, {@code fory} or {@code kryo}
     * @param packages their classes and those of packages below may travel, besides the JDK's value types; the empty
     *     name is the unnamed package alone
     * @param classes names of further classes that may travel
     * @param refuses the classes, like those of selectors, that are refused with a sentence of their own: handles
     *     should travel instead
     * @param loader finds the program's classes
     */
    record CodecSettings(
            String serialiser,
            Set<String> packages,
            Set<String> classes,
            Predicate<Class<?>> refuses,
            ClassLoader loader) {}

    /**
     * Shows others which place this is: with it, all that places say to each other is encrypted, and each knows that the
     * other is the place whose name its certificate bears.
     *
     * @param key the private key, PKCS#8
     * @param chain the certificate, X.509, and those that lead from it towards the authority's; the certificate is good
     *     for the DNS name {@code p} and the number of the place
     * @param authority the certificate of the authority that all places of the run trust
     */
    record Identity(byte[] key, List<byte[]> chain, byte[] authority) {
        /** Copies, and checks that there is something to each. */
        public Identity {
            if (key.length == 0 || authority.length == 0 || chain.isEmpty()) {
                throw new IllegalArgumentException(
                        "an identity has a key, a chain of at least one certificate and the authority's certificate");
            }
            key = key.clone();
            chain = chain.stream().map(byte[]::clone).toList();
            authority = authority.clone();
        }

        /** {@return the caller's own copy} */
        @Override
        public byte[] key() {
            return key.clone();
        }

        /** {@return how long the chain is, and nothing of the key} */
        @Override
        public String toString() {
            return "Identity[chain=" + chain.size() + "]";
        }
    }

    /** Makes the identities of a run's places, where these are started. It ends with the process: its key is kept nowhere. */
    interface Authority {
        /**
         * Makes an identity that only this authority's places accept.
         *
         * @param place the number of the place
         */
        Identity identity(int place);

        /** {@return the SHA-256 hash of the authority's certificate: whoever knows it knows the launcher by it} */
        byte[] pin();

        /**
         * Begins TLS on a connection that a launcher has accepted, and shows that it is the launcher. Within the time that the socket
         * allows for reading.
         *
         * @return what is spoken by; to be closed by closing the connection
         * @throws IOException if the other end doesn't go along; a sentence
         */
        Socket accept(Socket accepted) throws IOException;
    }

    /**
     * What an endpoint is opened with.
     *
     * @param host the address to bind to
     * @param port the one port of the place; 0 for a free one
     * @param programHash equal at all places of a run
     * @param silence how long a member may be silent before it is declared out
     * @param identity this place's; null if everything is sent in clear
     * @param plain whether that is meant, though others than this machine can reach the address
     */
    record EndpointSettings(
            Member self,
            String host,
            int port,
            byte[] secret,
            byte[] programHash,
            Duration silence,
            @Nullable Identity identity,
            boolean plain) {
        private static final Pattern LOOPBACK =
                Pattern.compile("localhost|127(\\.\\d{1,3}){3}|::1|0:0:0:0:0:0:0:1", Pattern.CASE_INSENSITIVE);

        /**
         * Refuses to send in clear by oversight.
         *
         * @throws IllegalArgumentException if others can reach the host, and there is neither an identity nor the word
         *     that there need be none
         */
        public EndpointSettings {
            if (identity == null && !plain && !isLoopback(host)) {
                throw new IllegalArgumentException(self + " would listen on " + host
                        + ", which other machines may reach, and has no certificate: give it one, or let it"
                        + " speak in clear");
            }
        }

        /** A place that speaks in clear, to this machine only. */
        public EndpointSettings(
                Member self, String host, int port, byte[] secret, byte[] programHash, Duration silence) {
            this(self, host, port, secret, programHash, silence, null, false);
        }

        /** {@return whether only this machine can reach what listens on a host; nothing is looked up} */
        public static boolean isLoopback(String host) {
            return LOOPBACK.matcher(host).matches();
        }
    }

    /** Where a member listens. */
    record Address(String host, int port) {}

    /** One place's access to the network: bound, not yet started. */
    interface Endpoint {
        /** {@return the address with the port that was bound} */
        Address address();

        /**
         * Tells where every place listens: before links or membership are started, and again, then with all that are known,
         * when others have come.
         */
        void roster(Member init, Map<Member, Address> addresses);

        /** {@return the links, not yet started} */
        Links links();

        /** {@return the membership, not yet started} */
        Membership membership();

        /** The run is over: that others break off what they have begun is no news any more. By any thread. */
        default void over() {}

        /** Gives up the port. Idempotent; nothing is left to do once links and membership were stopped. */
        void close();
    }

    /** Makes a codec, for one place or shared. */
    Codec codec(CodecSettings settings);

    /** {@return the names of the serialisers, the default first} */
    List<String> serialisers();

    /**
     * Binds an endpoint, and doesn't start it.
     *
     * @throws IOException if the port is taken or the address isn't this machine's; the message is a sentence for
     *     people
     */
    Endpoint open(EndpointSettings settings) throws IOException;

    /**
     * Opens an endpoint whose connections go by a communication layer, and doesn't start it. Host and port are without
     * meaning.
     *
     * @param layer not started yet
     * @throws IOException if the layer can't start; the message is a sentence for people
     * @throws IllegalArgumentException if the place is to have an identity: what goes by a layer isn't encrypted here
     */
    Endpoint open(EndpointSettings settings, CommunicationLayer layer) throws IOException;

    /**
     * Makes an authority for one run.
     *
     * @param validity how long its certificates are good for, from an hour before now on
     */
    Authority authority(Duration validity);

    /**
     * Begins TLS on a connection to a launcher, and sees that it is one of this authority. Within the time that the socket allows for
     * reading.
     *
     * @param connected the connection
     * @param pin the {@link Authority#pin}
     * @return what is spoken by; to be closed by closing the connection
     * @throws IOException if it is another, or no launcher; a sentence
     */
    Socket dial(Socket connected, byte[] pin) throws IOException;

    /**
     * Reads an identity from files, and checks that its parts belong together.
     *
     * @param place the number of the place that is to have it
     * @param key the private key, PKCS#8 in PEM
     * @param chain the certificate and those that follow it, in PEM
     * @param authority the authority's certificate, in PEM
     * @throws IOException if a file can't be read or holds something else; the message is a sentence for people
     */
    Identity identity(int place, Path key, Path chain, Path authority) throws IOException;
}
