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
}
