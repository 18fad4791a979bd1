/** Links, codecs and membership between places, found by host as a service. It shows programs no type. */
module org.sojourn.net {
    requires static org.jspecify;
    requires org.sojourn.kernel;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires org.apache.fory.core;
    requires com.esotericsoftware.kryo;
    requires org.jgroups;
    requires org.objenesis;

    // A simulated run has the links and the codec of a real one.
    exports org.sojourn.net.codec to
            org.sojourn.testkit;
    exports org.sojourn.net.link to
            org.sojourn.testkit;
    exports org.sojourn.net.wire to
            org.sojourn.testkit;

    provides org.sojourn.kernel.port.Network with
            org.sojourn.net.SocketNetwork;
    provides org.sojourn.kernel.port.CommunicationLayer with
            org.sojourn.net.layer.MemoryLayer,
            org.sojourn.net.layer.UnixSocketLayer;

    // JGroups makes our protocols and headers by reflection.
    opens org.sojourn.net.membership to
            org.jgroups;
}
