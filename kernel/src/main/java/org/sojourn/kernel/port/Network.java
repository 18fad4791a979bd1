package org.sojourn.kernel.port;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes the ports that reach beyond one JVM: a codec, links and membership. A host finds implementations by {@link
 * java.util.ServiceLoader}.
 */
public interface Network {
    /**
     * The classes that may travel.
     *
     * @param serialiser the name of the serialiser, {@code fory} or {@code kryo}
     * @param packages classes of these packages and those below may travel, besides the JDK's own value types; the
     *     empty name is the unnamed package by itself
     * @param classes names of further classes that may travel
     * @param refuses objects of such classes, like selectors, are refused inside factories and messages with a sentence
     *     of their own: their handles should travel instead
     * @param loader finds the program's classes
     */
    record CodecSettings(
            String serialiser,
            Set<String> packages,
            Set<String> classes,
            Predicate<Class<?>> refuses,
            ClassLoader loader) {}

    /**
     * What an endpoint is opened with.
     *
     * @param self this place
     * @param host the address to bind to
     * @param port the port for links, or 0 for a free one
     * @param secret the cluster's secret
     * @param programHash the hash of the program, equal at all places of a run
     * @param silence how long a member may be silent before it is declared out
     */
    record EndpointSettings(Member self, String host, int port, byte[] secret, byte[] programHash, Duration silence) {}

    /**
     * Where a member listens.
     *
     * @param host its address
     * @param port its port for links
     * @param membershipPort its port for membership
     */
    record Address(String host, int port, int membershipPort) {}

    /** One place's access to the network: bound, not yet started. */
    interface Endpoint {
        /** {@return the address with the ports that were bound} */
        Address address();

        /**
         * Tells where the others listen. Before links or membership are started.
         *
         * @param init the init place
         * @param addresses every place's address
         */
        void roster(Member init, Map<Member, Address> addresses);

        /** {@return the links, not yet started} */
        Links links();

        /** {@return the membership, not yet started} */
        Membership membership();

        /** Gives up the ports. Idempotent; after links and membership were stopped it has nothing left to do. */
        void close();
    }

    /**
     * Makes a codec.
     *
     * @param settings what may travel
     * @return a codec, for one place or shared
     */
    Codec codec(CodecSettings settings);

    /** {@return the names of the serialisers, the default first} */
    List<String> serialisers();

    /**
     * Binds an endpoint.
     *
     * @param settings what it is opened with
     * @return bound, not yet started
     * @throws IOException if the port is taken or the address isn't this machine's; the message is a sentence for
     *     people
     */
    Endpoint open(EndpointSettings settings) throws IOException;
}
