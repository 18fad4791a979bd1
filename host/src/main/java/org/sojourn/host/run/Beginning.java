package org.sojourn.host.run;

/**
 * When the program's main begins, and whether the run ends by itself.
 *
 * @param places how many places have to be there for main to begin; 0 if all have to with which the run is started. If it is more than 0,
 *     the run begins when its init place is there, and the others come as they come: it does without those that can't start
 * @param isManual whether main waits for {@link Order.Begin}, and a run that is quiescent goes on
 */
public record Beginning(int places, boolean isManual) {
    /** Main begins when all places are there, and the run ends by itself. */
    public static final Beginning USUAL = new Beginning(0, false);

    /** {@return whether the run does without places that can't start} */
    public boolean isGradual() {
        return places > 0;
    }
}
