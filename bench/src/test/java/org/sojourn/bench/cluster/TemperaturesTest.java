package org.sojourn.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemperaturesTest {
    @TempDir
    private Path folder;

    private void says(String zone, String text) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve(zone)).resolve("temp"), text);
    }

    @Test
    void since_sensorsThatAnsweredBothTimes_meanMostAndLeast() throws IOException {
        says("thermal_zone0", "40000\n");
        says("thermal_zone1", "41000\n");
        says("thermal_zone2", "none\n");
        Temperatures before = Temperatures.in(folder);
        says("thermal_zone0", "44000\n");
        says("thermal_zone1", "43000\n");
        says("thermal_zone2", "99000\n");

        assertThat(Temperatures.in(folder).since(before)).contains(new Temperatures.Rise(3, 4, 2));
    }

    @Test
    void since_noSensor_nothing() {
        Temperatures none = Temperatures.in(folder.resolve("absent"));

        assertThat(none.celsius()).isEmpty();
        assertThat(none.since(none)).isEmpty();
    }
}
