package org.sojourn.bench.cluster;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the sensors of a machine say.
 *
 * @param celsius by the sensor's folder
 */
public record Temperatures(Map<String, Double> celsius) {
    /** Where Linux shows them. */
    public static final Path SENSORS = Path.of("/sys/class/thermal");

    private static final double MILLI = 1e3;

    /**
     * How much warmer it has become.
     *
     * @param mean over all sensors, in degrees Celsius
     * @param most of a sensor
     * @param least of a sensor
     */
    public record Rise(double mean, double most, double least) {
        @Override
        public String toString() {
            return "%.1f (%.1f to %.1f)".formatted(mean, least, most);
        }
    }

    /**
     * Asks the sensors. One that doesn't answer is left out.
     *
     * @param folder where they are
     * @return what they say; nothing where there is none
     */
    static Temperatures in(Path folder) {
        Map<String, Double> celsius = new TreeMap<>();
        try (DirectoryStream<Path> zones = Files.newDirectoryStream(folder, "thermal_zone*")) {
            for (Path zone : zones) {
                said(zone).ifPresent(value -> celsius.put(zone.getFileName().toString(), value));
            }
        } catch (IOException e) {
            return new Temperatures(Map.of());
        }
        return new Temperatures(celsius);
    }

    private static Optional<Double> said(Path zone) {
        try {
            return Optional.of(
                    Long.parseLong(Files.readString(zone.resolve("temp")).strip()) / MILLI);
        } catch (IOException | NumberFormatException e) {
            return Optional.empty(); // many are there and can't be read
        }
    }

    /** {@return how much warmer it is than before, by the sensors that have answered both times} */
    Optional<Rise> since(Temperatures before) {
        double[] rises = celsius.entrySet().stream()
                .filter(each -> before.celsius.containsKey(each.getKey()))
                .mapToDouble(each -> each.getValue() - before.celsius.getOrDefault(each.getKey(), 0.0))
                .sorted()
                .toArray();
        if (rises.length == 0) {
            return Optional.empty();
        }
        double sum = 0;
        for (double each : rises) {
            sum += each;
        }
        return Optional.of(new Rise(sum / rises.length, rises[rises.length - 1], rises[0]));
    }
}
