package org.sojourn.host.run;

import java.time.Duration;
import java.util.List;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.kernel.port.Member;

/**
 * What all places of a run share.
 *
 * @param init the init place; if no plan of a launcher is its, it is that launcher's process
 * @param silence how long a place may be silent before it is lost
 * @param secret the cluster's secret
 * @param settings how each place runs
 * @param mainClass the program's main class
 * @param arguments its arguments
 * @param verdicts whether the end of a process is told to the others; a test may leave that to the views
 * @param heapOption the option that gives places a larger heap, for sentences to the user
 * @param beginning when main begins
 * @param rejoins how often processes of places that were put out may be places again, in all
 */
public record RunPlan(
        Member init,
        Duration silence,
        byte[] secret,
        PlaceSettings settings,
        String mainClass,
        List<String> arguments,
        boolean verdicts,
        String heapOption,
        Beginning beginning,
        int rejoins) {}
