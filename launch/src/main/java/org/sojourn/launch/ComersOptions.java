package org.sojourn.launch;

import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.Beginning;
import org.sojourn.kernel.port.Bound;
import picocli.CommandLine.Option;

/** The options that say which places may come after the others, or come back. */
final class ComersOptions {
    private static final String FAILURES = "failures";
    private static final String ACCEPTED = "accepted";

    @Option(
            names = "--max-places",
            paramLabel = "N",
            description = "how many places there may be at once when others join, 1 to 256 (default: 256)")
    private @Nullable Integer most;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "let places of other shells and machines join (place --join HOST:PORT): the run and its places"
                            + " listen at this address of this machine; for port 0 a free one is chosen")
    private @Nullable String listen;

    @Option(
            names = "--min-places",
            paramLabel = "N",
            description =
                    "main begins when this many places are there, 1 to 256; others come later or not at all (default:"
                            + " when all of --places are there)")
    private @Nullable Integer least;

    @Option(
            names = "--manual",
            description = "main begins by ./sojourn start, and a run that is quiescent goes on until ./sojourn stop")
    private boolean isManual;

    @Option(
            names = "--restart",
            paramLabel = "N",
            defaultValue = "0",
            description = "begin a lost place again, N times in all (default: 0)")
    private int restarts;

    @Option(
            names = "--rejoin",
            paramLabel = "N",
            defaultValue = "0",
            description = "have the process of a place that was put out join again, N times in all (default: 0)")
    private int rejoins;

    @Option(
            names = "--losses",
            paramLabel = "WORD",
            defaultValue = FAILURES,
            description =
                    "how lost places count when the run ends well otherwise: failures (status 4), or accepted (status"
                            + " 0) (default: failures)")
    private String losses = FAILURES;

    /**
     * Checks what was typed.
     *
     * @param places with how many places the run begins
     * @param isOneJvm whether all are in one JVM
     */
    Run.Comers of(int places, boolean isOneJvm) {
        long bound = Bound.LAUNCHED_PLACES.value();
        if (most != null && (most < 1 || most > bound)) {
            throw new Usage("--max-places is " + most + "; it is 1 to " + bound);
        }
        if (most != null && most < places) {
            throw new Usage("--max-places is " + most + ", and the run begins with " + places + " places");
        }
        if (least != null && (least < 1 || least > bound)) {
            throw new Usage("--min-places is " + least + "; it is 1 to " + bound);
        }
        if (least != null && most != null && least > most) {
            throw new Usage("--min-places is " + least + ", and --max-places is " + most + ": main would never begin");
        }
        if (isOneJvm && least != null && least > places) {
            throw new Usage("--one-jvm has all its places from the start, and --min-places asks for " + least + " of "
                    + places);
        }
        if (restarts < 0) {
            throw new Usage("--restart is " + restarts + "; it is 0 or more");
        }
        if (rejoins < 0) {
            throw new Usage("--rejoin is " + rejoins + "; it is 0 or more");
        }
        if (!losses.equals(FAILURES) && !losses.equals(ACCEPTED)) {
            throw new Usage("--losses is " + losses + "; it is " + FAILURES + " or " + ACCEPTED);
        }
        if (isOneJvm && (most != null || restarts > 0 || rejoins > 0 || listen != null)) {
            throw new Usage(
                    "--one-jvm has all its places from the start; --max-places, --restart, --rejoin and --listen"
                            + " need places of their own");
        }
        return new Run.Comers(
                most == null ? (int) bound : most,
                restarts,
                rejoins,
                losses.equals(ACCEPTED),
                new Beginning(least == null ? 0 : least, isManual),
                listen == null ? null : HostPort.of("--listen", listen));
    }
}
