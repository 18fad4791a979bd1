package org.sojourn.bench;

import org.apache.pekko.actor.ActorSystem;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.bench.pekko.micro.PingPongTwin;
import org.sojourn.bench.savina.micro.PingPong;
import org.sojourn.host.Sojourn;

/** A new JVM that runs one program once, and says how many nanoseconds that took; what starts the runtime isn't in them. */
final class FirstChild {
    static final String SOJOURN = "sojourn";
    static final String ONE_THREAD = "one-thread";
    static final String TWO_THREADS = "two-threads";

    /** A third of the messages. */
    private static final int PINGS = 33_333;

    private FirstChild() {}

    /**
     * Runs it.
     *
     * @param arguments {@link #SOJOURN}, or a section of pekko-twins.conf
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals(SOJOURN)) {
            try (Sojourn sojourn = Sojourn.start()) {
                PingPong program = new PingPong(PINGS);
                say(() -> program.iterate(sojourn));
            }
        } else {
            ActorSystem system = ActorSystem.create(arguments[0], PekkoSide.settings(arguments[0]));
            PingPongTwin program = new PingPongTwin(PINGS);
            say(() -> program.iterate(system));
        }
        System.exit(0);
    }

    private static void say(Iteration program) throws Exception {
        long start = System.nanoTime();
        program.run();
        ChildJvm.say(Long.toString(System.nanoTime() - start));
    }
}
