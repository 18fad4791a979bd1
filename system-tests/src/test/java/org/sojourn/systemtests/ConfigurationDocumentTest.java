package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.messengers.outside.OutsideBound;

/**
 * docs/configuration.md is generated: from the command's own description of its options, from {@link Bound} and {@link OutsideBound}. Run with
 * {@code -Ddocs=renew} to write it.
 */
class ConfigurationDocumentTest {
    private static final Path DOCUMENT = Path.of("../docs/configuration.md");
    private static final String HEAD = "| bound | value | meaning | set by |\n|---|---|---|---|\n";

    @Test
    void document_comparedWithTheCode_isUpToDate() throws IOException {
        String generated = generated();
        if ("renew".equals(System.getProperty("docs"))) {
            Files.writeString(DOCUMENT, generated);
        }
        assertThat(Files.readString(DOCUMENT))
                .as("docs/configuration.md is out of date; renew it with mvn verify -Ddocs=renew"
                        + " -Dtest=ConfigurationDocumentTest -Dsurefire.failIfNoSpecifiedTests=false")
                .isEqualTo(generated);
    }

    private static String generated() {
        StringBuilder text = new StringBuilder();
        text.append("# Configuration\n\nGenerated from the code; don't edit.\n\n## ./sojourn run\n\n```\n");
        text.append(help());
        text.append("```\n\n## Bounds and defaults\n\n").append(HEAD);
        for (Bound bound : Bound.values()) {
            String name = bound.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            text.append(row(name, bound.value(), bound.unit(), bound.meaning(), bound.setting()));
        }
        text.append("""

            ## Other processes

            `--outside`, or `-Dsojourn.outside=on` for each place, lets [other processes](guide/outside.md) in; without it, or with `off`, there is
            no socket and no file. `SOJOURN_PROFILE` in the environment names another profile than `~/.sojourn/profile`, `SOJOURN_RUNS` another
            folder of runs, `SOJOURN_CACHE` another one for programs of runs elsewhere. Properties are set by `--jvm-opt -DNAME=VALUE`.

            """).append(HEAD);
        for (OutsideBound each : OutsideBound.all()) {
            text.append(row(each.name(), each.value(), each.unit(), each.meaning(), each.setting()));
        }
        text.append("""

            ## The file of places

            `--config FILE` reads the configuration file of the HJDS runtime, in HOCON. The init place is p0; a place without a fixed
            port has port 0. Places on hosts that aren't this machine are started by ssh ([several machines](guide/clusters.md#several-machines-by-ssh)),
            as the user that `SOJOURN_SSH_USER` names and with the password of `SOJOURN_SSH_PASSWORD`, if they are in the environment.

            ```
            selectorSystem {
                init {
                  place : p0,
                  hostname: localhost,
                  port: 5000,
                }
                remote : [
                 {place : p1, hostname: localhost, port: 5001},
                 {place : p2, hostname: localhost, port: 5002},
                ]
            }
            ```

            An entry may also have `memory` (as `2g`), `workers`, `java`, `user`, `sshPort`, `directory`, `address` and `cache`, and `places: [p2, p3]` in
            place of `place` for several, whose ports follow each other.

            A daemon network of messengers may stand beside the places ([where nodes go](guide/messengers.md#where-nodes-go)). Without it each place
            is the neighbour of each:

            ```
            daemonNetwork {
                links: ["p0 -> p1 east", "p1 - p2"]     // one direction, with a name; both directions
                placement: round-robin                  // or random, or least-loaded; --placement goes before it
            }
            ```
            """);
        return text.toString();
    }

    private static String row(String name, long value, String unit, String meaning, String setting) {
        return String.format(
                Locale.ROOT,
                "| %s | %,d %s | %s | %s |%n",
                name,
                value,
                unit,
                meaning,
                setting.isEmpty() ? "fixed" : "`" + setting.replace(", ", "`, `") + "`");
    }

    private static String help() {
        try (Sojourn run = Sojourn.start("run", "--help")) {
            assertThat(run.status()).as(run.toString()).isZero();
            return run.out();
        }
    }
}
