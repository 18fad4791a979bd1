package org.sojourn.messengers.program;

import org.sojourn.host.Sojourn;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.network.PlaceNetwork;

/**
 * A run that has nothing to do but to hold a logical network open, into which messengers are injected from outside. It goes on until it
 * is stopped.
 */
public final class NetworkMain {
    private NetworkMain() {}

    /**
     * Says how to inject, and holds the run open.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Sojourn sojourn = Sojourn.start()) {
            if (!(sojourn.guest(Network.class) instanceof PlaceNetwork network)) {
                throw new IllegalStateException("the guest that provides " + Network.class.getName() + " is another");
            }
            network.keepOpen();
            int count = sojourn.places().size();
            System.out.println("a logical network is open at " + count + (count == 1 ? " place" : " places")
                    + "; from another shell:");
            System.out.println("  ./sojourn inject SCRIPT.mc   begins a messenger");
            System.out.println("  ./sojourn get network        shows nodes and links");
            System.out.println("  ./sojourn stop               ends it, as Ctrl-C does here");
        }
    }
}
