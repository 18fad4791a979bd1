package org.sojourn.bench.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.sojourn.bench.weave.threads.Carrier;

class WovenJarTest {
    /** The judgement of whether a thread may leave is made from class files. */
    @Test
    void classFile_ofAWovenJar_isTheWovenOne() throws IOException {
        String name = "/" + Carrier.class.getName().replace('.', '/') + ".class";
        byte[] compiled =
                Objects.requireNonNull(Carrier.class.getResourceAsStream(name)).readAllBytes();
        try (WovenJar jar = WovenJar.ofThreads(Carrier.class.getPackageName(), List.of("Carrier"))) {
            byte[] woven = Objects.requireNonNull(jar.getResourceAsStream(name.substring(1)))
                    .readAllBytes();
            assertThat(woven.length).isGreaterThan(compiled.length);
        }
    }
}
