package org.sojourn.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** The benchmarks that there are, and their twins. */
final class Suite {
    private final Map<String, Benchmark> benchmarks = new LinkedHashMap<>();
    private final Map<String, Twin> twins = new LinkedHashMap<>();

    /** Makes a suite; one name twice, or a twin of nothing, is a mistake in a service file. */
    Suite(List<Benchmark> benchmarks, List<Twin> twins) {
        for (Benchmark benchmark : benchmarks) {
            if (this.benchmarks.put(key(benchmark.name()), benchmark) != null) {
                throw new IllegalArgumentException("two benchmarks are named " + benchmark.name());
            }
        }
        for (Twin twin : twins) {
            if (!this.benchmarks.containsKey(key(twin.name()))) {
                throw new IllegalArgumentException("a twin of " + twin.name() + ", which is no benchmark's name");
            }
            if (this.twins.put(key(twin.name()), twin) != null) {
                throw new IllegalArgumentException("two twins of " + twin.name());
            }
        }
    }

    /** Finds what the service files name, in their order. */
    static Suite load() {
        List<Benchmark> benchmarks = new ArrayList<>();
        ServiceLoader.load(Benchmark.class).forEach(benchmarks::add);
        List<Twin> twins = new ArrayList<>();
        ServiceLoader.load(Twin.class).forEach(twins::add);
        return new Suite(benchmarks, twins);
    }

    List<Benchmark> benchmarks() {
        return List.copyOf(benchmarks.values());
    }

    Optional<Twin> twin(Benchmark benchmark) {
        return Optional.ofNullable(twins.get(key(benchmark.name())));
    }

    /**
     * Chooses benchmarks by name; no name at all chooses every one.
     *
     * @throws IllegalArgumentException if there is none of a name; says which there are
     */
    List<Benchmark> only(List<String> names) {
        return new Named<>("benchmark", benchmarks(), Benchmark::name).only(names);
    }

    private static String key(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }
}
