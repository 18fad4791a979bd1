package org.sojourn.kernel.port;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

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
     * What an endpoint is opened with.
     *
     * @param host the address to bind to
     * @param port for links; 0 for a free one
     * @param programHash equal at all places of a run
     * @param silence how long a member may be silent before it is declared out
     */
    record EndpointSettings(Member self, String host, int port, byte[] secret, byte[] programHash, Duration silence) {}

    /**
     * Where a member listens.
     *
     * @param port for links
     */
    record Address(String host, int port, int membershipPort) {}

    /** One place's access to the network: bound, not yet started. */
    interface Endpoint {
        /** {@return the address with the ports that were bound} */
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

        /** Gives up the ports. Idempotent; nothing is left to do once links and membership were stopped. */
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
}
