package org.sojourn.host;

import java.util.List;
import java.util.Map;

/** Runs over several processes, most of which are over before the optimising compiler has paid off. */
public final class BriefRuns {
    /** How their JVMs run. */
    static final List<String> JAVA_OPTIONS = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private BriefRuns() {}

    /**
     * Returns what {@link Config#local(int)} does, with such JVMs.
     *
     * @param places how many
     * @return a local cluster
     */
    public static Config local(int places) {
        return new Config(places, 0, false, "fory", List.of(), JAVA_OPTIONS, Map.of());
    }
}
