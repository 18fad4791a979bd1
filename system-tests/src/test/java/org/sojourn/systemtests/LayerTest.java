package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs whose places reach each other by communication layers. */
class LayerTest {
    @ParameterizedTest
    @ValueSource(strings = {"--layer unix --places 3", "--layer memory --places 3 --one-jvm"})
    void run_byALayer_endsWell(String options) {
        try (Sojourn run = Sojourn.start(("run buffer 50 " + options).split(" "))) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.err()).doesNotContain("WARNING");
        }
    }

    @Test
    void run_byTheProgramsOwnLayer_endsWell() throws IOException {
        int port;
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (Sojourn run = Sojourn.start(
                "run", "buffer", "50", "--layer", "datagram", "--places", "2", "--jvm-opt=-Ddatagram.port=" + port)) {
            assertThat(run.status()).as(run.toString()).isZero();
        }
    }

    @Test
    void layer_thatIsNotThere_isASentence() {
        try (Sojourn run = Sojourn.start("run", "buffer", "50", "--layer", "carrier-pigeon", "--places", "2")) {
            assertThat(run.status()).as(run.toString()).isNotZero();
            assertThat(run.err())
                    .contains("there is no communication layer \"carrier-pigeon\"; there are [")
                    .contains("unix");
        }
    }

    @Test
    void layer_forOneJvm_isRefusedForSeveral() {
        try (Sojourn run = Sojourn.start("run", "buffer", "50", "--layer", "memory", "--places", "2")) {
            assertThat(run.status()).as(run.toString()).isNotZero();
            assertThat(run.err())
                    .contains("the communication layer memory joins places of one JVM only")
                    .contains("use --one-jvm or another layer");
        }
    }
}
