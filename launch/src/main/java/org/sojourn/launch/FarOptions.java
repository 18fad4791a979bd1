package org.sojourn.launch;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for places that other machines can reach. */
final class FarOptions {
    @Option(names = "--plain", description = "places on several hosts speak in clear, instead of by TLS")
    private boolean plain;

    @Option(
            names = "--certificates",
            paramLabel = "FOLDER",
            description = "certificates for places on several hosts: ca.pem, and p0.pem and p0.key for each (default:"
                    + " made for the run)")
    private @Nullable Path certificates;

    /** Checks what was typed. */
    Identities identities() {
        return new Identities(plain, certificates);
    }

    /** Refuses them for a run that doesn't ask: its places are of this machine, or come by a door that has certificates of its own. */
    void refuse() {
        if (plain || certificates != null) {
            throw new Usage(
                    (plain ? "--plain" : "--certificates") + " is for places that --config names on other hosts; those"
                            + " of one machine speak over loopback, and those that join"
                            + " by --listen or as tasks of Slurm by TLS with"
                            + " certificates that are made for the run: leave it out");
        }
    }
}
