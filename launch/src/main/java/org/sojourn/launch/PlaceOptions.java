package org.sojourn.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.JavaOptions;

/** The options with which the JVMs of a run are started. */
final class PlaceOptions {
    private static final int PERCENT_OF_MEMORY = 25;

    private PlaceOptions() {}

    static List<String> of(@Nullable String heap, int places, String log, List<String> asked) {
        List<String> options = new ArrayList<>(JavaOptions.always());
        options.add(
                heap != null
                        ? "-Xmx" + heap
                        : String.format(Locale.ROOT, "-XX:MaxRAMPercentage=%.2f", (double) PERCENT_OF_MEMORY / places));
        options.add("-Dsojourn.log=" + log);
        options.addAll(asked);
        return options;
    }
}
