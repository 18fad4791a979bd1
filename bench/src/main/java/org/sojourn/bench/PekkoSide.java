package org.sojourn.bench;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import org.apache.pekko.actor.ActorSystem;

/** Pekko's two actor systems, with one thread and with two, as pekko-twins.conf sets them. */
final class PekkoSide implements AutoCloseable {
    private static final List<String> SECTIONS = List.of("one-thread", "two-threads");

    private final List<ActorSystem> systems =
            SECTIONS.stream().map(PekkoSide::start).toList();

    /** Returns the systems: the first has one thread, the second two. */
    List<ActorSystem> systems() {
        return systems;
    }

    /** Returns what pekko-twins.conf says in a section, and Pekko's own for the rest. */
    static Config settings(String section) {
        return ConfigFactory.parseResources("pekko-twins.conf")
                .resolve()
                .getConfig("pekko-twins." + section)
                .withFallback(ConfigFactory.load());
    }

    private static ActorSystem start(String section) {
        return ActorSystem.create(section, settings(section));
    }

    @Override
    public void close() {
        systems.forEach(ActorSystem::terminate);
        systems.forEach(
                system -> system.getWhenTerminated().toCompletableFuture().join());
    }
}
