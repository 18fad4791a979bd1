package org.sojourn.host.place;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.sojourn.kernel.port.CommunicationLayer;
import org.sojourn.kernel.port.Network;

/** Finds the network room, which need not be there for a cluster of one, and the layers by which places reach each other. */
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

    /**
     * Opens a place's endpoint by the means that its settings name.
     *
     * @param network opens it
     * @param endpoint what it is opened with
     * @param layer the name of a communication layer; empty for TCP
     * @param loader finds the program's own layers
     * @param isOneJvm whether all places are in this JVM
     * @return not yet started
     * @throws IOException if it can't be opened, or there is no such layer; a sentence
     */
    public static Network.Endpoint open(
            Network network, Network.EndpointSettings endpoint, String layer, ClassLoader loader, boolean isOneJvm)
            throws IOException {
        return layer.isEmpty() ? network.open(endpoint) : network.open(endpoint, layer(layer, loader, isOneJvm));
    }

    private static CommunicationLayer layer(String name, ClassLoader loader, boolean isOneJvm) throws IOException {
        List<String> names = new ArrayList<>();
        for (CommunicationLayer each : ServiceLoader.load(CommunicationLayer.class, loader)) {
            if (each.name().equals(name) && !each.joinsProcesses() && !isOneJvm) {
                throw new IOException("the communication layer " + name
                        + " joins places of one JVM only, and these have one each; use --one-jvm or another layer");
            }
            if (each.name().equals(name)) {
                return each;
            }
            names.add(each.name());
        }
        throw new IOException("there is no communication layer \"" + name + "\"; there are " + names
                + ". A layer of your own is named in META-INF/services/" + CommunicationLayer.class.getName());
    }
}
