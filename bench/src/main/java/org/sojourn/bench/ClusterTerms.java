package org.sojourn.bench;

import java.util.Map;
import org.sojourn.bench.cluster.Workload;

/**
 * What {@code bench cluster} measures with.
 *
 * @param shares what each place gets of a processor, as a sentence
 * @param runs how many are measured
 * @param warmUps how many go before
 * @param sizes of the programs
 */
record ClusterTerms(String shares, int runs, int warmUps, Map<Workload, Integer> sizes) {
    int size(Workload workload) {
        return sizes.getOrDefault(workload, 1);
    }
}
