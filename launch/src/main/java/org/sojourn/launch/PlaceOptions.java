package org.sojourn.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.JavaOptions;

/**
 * The options with which the JVMs of a run are started.
 *
 * @param heap the maximum heap of each that nothing else is said of; null for a share of its machine's memory
 * @param log what the runtime logs
 * @param others further ones
 */
record PlaceOptions(@Nullable String heap, String log, List<String> others) {
    private static final int PERCENT_OF_MEMORY = 25;

    /**
     * The options for one place.
     *
     * @param places how many share its machine
     * @param memory its own maximum heap, or null
     * @param feature the version of its Java, as 25
     */
    List<String> of(int places, @Nullable String memory, int feature) {
        String size = memory != null ? memory : heap;
        List<String> options = new ArrayList<>(JavaOptions.always(feature));
        options.add(
                size != null
                        ? "-Xmx" + size
                        : String.format(Locale.ROOT, "-XX:MaxRAMPercentage=%.2f", (double) PERCENT_OF_MEMORY / places));
        options.add("-Dsojourn.log=" + log);
        options.addAll(others);
        return options;
    }

    /** The options for each of several places of this machine, all alike. */
    List<String> here(int places) {
        return of(places, null, Runtime.version().feature());
    }
}
