package org.sojourn.host.place;

import java.util.ServiceLoader;
import org.sojourn.kernel.port.Network;

/** Finds the network room, which need not be there for a cluster of one. */
public final class Networks {
    private Networks() {}

    /**
     * Finds it.
     *
     * @return the network room
     * @throws IllegalStateException if it isn't on the class path
     */
    public static Network find() {
        return ServiceLoader.load(Network.class, Networks.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "several places, or copying of local messages, need sojourn-net, which isn't on the"
                                + " class path; add it"));
    }
}
