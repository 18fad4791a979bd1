package org.sojourn.messengers.program;

import java.util.stream.Collectors;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Place;

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
        Sojourn sojourn = Sojourn.start();
        var unused = sojourn.keepAlive(); // for good
        String places = sojourn.places().stream().map(Place::toString).collect(Collectors.joining(", "));
        System.out.println("a logical network is open at " + places + "; from another shell:");
        System.out.println("  ./sojourn inject SCRIPT.mc   begins a messenger");
        System.out.println("  ./sojourn get network        shows nodes and links");
        System.out.println("  ./sojourn stop               ends it, as Ctrl-C does here");
    }
}
