package org.sojourn.bench.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A program measured on a line-up.
 *
 * @param workload which program
 * @param lineUp on which places
 * @param millis what each run took, in their order; empty if it failed
 * @param rise how much warmer the machine has become meanwhile, if it has a sensor
 * @param problem why it failed; empty if it didn't
 */
public record Trial(
        Workload workload, LineUp lineUp, List<Double> millis, Optional<Temperatures.Rise> rise, String problem) {
    /**
     * How it is measured.
     *
     * @param groups what gives each place its share; nothing if nothing can
     * @param share of the faster places
     * @param heapMegabytes of each place
     * @param warmUps how many runs go before, with all of the machine
     * @param runs how many are measured
     */
    public record Terms(Optional<ShareGroups> groups, Share share, int heapMegabytes, int warmUps, int runs) {}

    /**
     * Measures. A failure is the trial's problem.
     *
     * @param workload which program
     * @param size how large
     * @param lineUp on which places
     * @param terms how
     * @return what came of it
     */
    public static Trial of(Workload workload, int size, LineUp lineUp, Terms terms) {
        List<Double> millis = new ArrayList<>();
        try {
            Optional<Temperatures.Rise> rise;
            try (Devices devices = new Devices(lineUp, terms.heapMegabytes())) {
                for (int i = 0; i < terms.warmUps(); i++) {
                    devices.millis(workload, size);
                }
                devices.limit(terms.groups(), terms.share());
                Temperatures before = Temperatures.in(Temperatures.SENSORS);
                for (int i = 0; i < terms.runs(); i++) {
                    millis.add(devices.millis(workload, size));
                }
                rise = Temperatures.in(Temperatures.SENSORS).since(before);
            } finally {
                terms.groups().ifPresent(ShareGroups::close);
            }
            return new Trial(workload, lineUp, millis, rise, "");
        } catch (IOException e) {
            return new Trial(workload, lineUp, List.of(), Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    /** {@return whether it failed} */
    public boolean isWrong() {
        return !problem.isEmpty();
    }
}
