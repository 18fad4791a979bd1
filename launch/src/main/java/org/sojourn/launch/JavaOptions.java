package org.sojourn.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The options with which the JVM of a place is started. */
final class JavaOptions {
  private static final int PERCENT_OF_MEMORY = 25;

  private JavaOptions() {}

  static List<String> of(@Nullable String heap, int places, String log, List<String> asked) {
    List<String> options = new ArrayList<>();
    options.add(
        heap != null
            ? "-Xmx" + heap
            : String.format(Locale.ROOT, "-XX:MaxRAMPercentage=%.2f", (double) PERCENT_OF_MEMORY / places));
    options.add("-XX:+PerfDisableSharedMem"); // no file in the temporary folder, whatever way the process ends
    options.add("--enable-native-access=ALL-UNNAMED"); // Netty's native transports, where they are there
    options.add("--sun-misc-unsafe-memory-access=allow"); // Kryo; without it the JVM prints a warning
    options.add("-Dsojourn.log=" + log);
    options.addAll(asked);
    return options;
  }
}
