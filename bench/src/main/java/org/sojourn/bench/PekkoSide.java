package org.sojourn.bench;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.List;
import org.apache.pekko.actor.ActorSystem;
import org.sojourn.bench.jvm.PekkoEnd;

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

    /** Returns what pekko-policies.conf says in a section, and Pekko's own for the rest. */
    static Config policies(String section) {
        return ConfigFactory.parseResources("pekko-policies.conf")
                .resolve()
                .getConfig("pekko-policies." + section)
                .withFallback(ConfigFactory.load());
    }

    /** Returns what a generated file says, on the ground of the fork-join section. */
    static Config generated(Path file) {
        return ConfigFactory.parseFile(file.toFile()).withFallback(policies("fork-join"));
    }

    private static ActorSystem start(String section) {
        return ActorSystem.create(section, settings(section));
    }

    @Override
    public void close() {
        PekkoEnd.await(systems);
    }
}
