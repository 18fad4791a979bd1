package org.sojourn.bench;

import java.util.ServiceLoader;
import org.apache.pekko.actor.ActorSystem;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.host.Sojourn;

/** A new JVM that runs PingPong once, and says how many nanoseconds that took; what starts the runtime isn't in them. */
final class FirstChild {
    static final String SOJOURN = "sojourn";
    static final String ONE_THREAD = "one-thread";
    static final String TWO_THREADS = "two-threads";

    private FirstChild() {}

    /**
     * Runs it.
     *
     * @param arguments {@link #SOJOURN}, or a section of pekko-twins.conf
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals(SOJOURN)) {
            Benchmark program = the(Benchmark.class, "PingPong");
            try (Sojourn sojourn = Sojourn.start()) {
                say(() -> program.iterate(sojourn));
            }
        } else {
            Twin program = the(Twin.class, "PingPongTwin");
            ActorSystem system = ActorSystem.create(arguments[0], PekkoSide.settings(arguments[0]));
            say(() -> program.iterate(system));
        }
        System.exit(0);
    }

    /** Makes one program of the suite, and none of the others. */
    private static <P> P the(Class<P> sort, String name) {
        return ServiceLoader.load(sort).stream()
                .filter(each -> each.type().getSimpleName().equals(name))
                .findFirst()
                .orElseThrow()
                .get();
    }

    private static void say(Iteration program) throws Exception {
        long start = System.nanoTime();
        program.run();
        ChildJvm.say(Long.toString(System.nanoTime() - start));
    }
}
