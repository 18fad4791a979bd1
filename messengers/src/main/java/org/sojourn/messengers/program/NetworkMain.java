package org.sojourn.messengers.program;

import java.util.concurrent.CountDownLatch;
import org.sojourn.host.Sojourn;

/**
 * A run that has nothing to do but to hold a logical network open, into which messengers are injected from outside. It goes on until it
 * is stopped, as its main doesn't return.
 */
public final class NetworkMain {
    private NetworkMain() {}

    /**
     * Says how to inject, and holds the run open.
     *
     * @param args none
     * @throws InterruptedException if somebody interrupts main
     */
    public static void main(String[] args) throws InterruptedException {
        Sojourn sojourn = Sojourn.start();
        System.out.println("a logical network is open at " + sojourn.places().size() + " places; from another shell:");
        System.out.println("  ./sojourn inject SCRIPT.mc   begins a messenger");
        System.out.println("  ./sojourn get network        shows nodes and links");
        System.out.println("  ./sojourn stop               ends it, as Ctrl-C does here");
        new CountDownLatch(1).await();
    }
}
