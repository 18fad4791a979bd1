package org.sojourn.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.port.Bound;

/**
 * How a run is started by a program that was not started by {@code ./sojourn run}. Immutable.
 *
 * @param places how many places, this JVM being the first, 1 to 256
 * @param workers worker threads of each place, or 0 for max(1, cores / places)
 * @param copyLocal whether local messages go through the codec as well
 * @param serialiser {@code fory} or {@code kryo}
 * @param allow packages whose classes may travel, besides that of the program
 * @param javaOptions options for the JVMs that are started
 * @param environment added to the environment of the JVMs that are started
 * @param balance how work is balanced over places: {@code none}, {@code poll}, {@code measure} or {@code rotate}
 * @param tls whether places show each other certificates, which are made for the run, and encrypt what they say
 * @param layer the name of the communication layer by which places reach each other; empty for TCP
 */
public record Config(
        int places,
        int workers,
        boolean copyLocal,
        String serialiser,
        List<String> allow,
        List<String> javaOptions,
        Map<String, String> environment,
        String balance,
        boolean tls,
        String layer) {
    private static final List<String> SERIALISERS = List.of("fory", "kryo");

    /** The most places that one launcher starts on one machine. */
    public static final int MAX_PLACES = Bound.LAUNCHED_PLACES.intValue();

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if something is out of bounds
     */
    public Config {
        given(serialiser, "serialiser", "one of " + SERIALISERS);
        given(balance, "balance", "one of " + BalanceSettings.POLICIES);
        allow = list(allow, "allow");
        given(layer, "layer", "the name of a communication layer, or \"\"");
        javaOptions = list(javaOptions, "javaOptions");
        given(environment, "environment", "a map, or Map.of()");
        if (places < 1 || places > MAX_PLACES) {
            throw new IllegalArgumentException("places is " + places + "; one machine gets 1 to " + MAX_PLACES);
        }
        if (workers < 0 || workers > PlaceSettings.MAX_WORKERS) {
            throw new IllegalArgumentException(
                    "workers is " + workers + "; a place has 1 to " + PlaceSettings.MAX_WORKERS + ", 0 chooses");
        }
        if (!BalanceSettings.POLICIES.contains(balance)) {
            throw new IllegalArgumentException("balance is " + balance + "; it is one of " + BalanceSettings.POLICIES);
        }
        if (!SERIALISERS.contains(serialiser)) {
            throw new IllegalArgumentException("serialiser is " + serialiser + "; it is one of " + SERIALISERS);
        }
        if (tls && !layer.isEmpty()) {
            throw new IllegalArgumentException("layer is \"" + layer
                    + "\", and tls is set; a communication layer encrypts by itself, so leave tls out");
        }
        PlaceSettings.checkPackages(allow);
        if (javaOptions.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("javaOptions has an option without text in " + javaOptions
                    + "; java would take it for the main class: leave it out");
        }
        environment = environment(environment);
    }

    private static <T> T given(@Nullable T value, String component, String what) {
        return Objects.requireNonNull(value, () -> component + " is null; give " + what);
    }

    private static List<String> list(List<String> values, String component) {
        given(values, component, "a list, or List.of()")
                .forEach(each -> given(each, component + " has a value that", "a text"));
        return List.copyOf(values);
    }

    private static Map<String, String> environment(Map<String, String> variables) {
        variables.forEach((name, value) -> {
            if (given(name, "environment has a name that", "a text").isEmpty() || name.indexOf('=') >= 0) {
                throw new IllegalArgumentException(
                        "environment names \"" + name + "\"; a variable's name has at least one character, and no =");
            }
            given(value, "environment has for " + name + " a value that", "a text");
        });
        return Map.copyOf(variables);
    }

    /**
     * A run without balancing.
     *
     * @param places how many places
     * @param workers worker threads of each place, or 0 for max(1, cores / places)
     * @param copyLocal whether local messages go through the codec as well
     * @param serialiser {@code fory} or {@code kryo}
     * @param allow packages whose classes may travel, besides that of the program
     * @param javaOptions options for the JVMs that are started
     * @param environment added to the environment of the JVMs that are started
     * @throws IllegalArgumentException if something is out of bounds
     */
    public Config(
            int places,
            int workers,
            boolean copyLocal,
            String serialiser,
            List<String> allow,
            List<String> javaOptions,
            Map<String, String> environment) {
        this(places, workers, copyLocal, serialiser, allow, javaOptions, environment, "none", false, "");
    }

    /**
     * One place, in this JVM, without a network.
     *
     * @return a cluster of one
     */
    public static Config local() {
        return local(1);
    }

    /**
     * Several places on this machine: this JVM, and others that it starts with the same class path.
     *
     * @param places how many, 1 to {@link #MAX_PLACES}
     * @return a local cluster
     */
    public static Config local(int places) {
        return new Config(places, 0, false, "fory", List.of(), List.of(), Map.of());
    }

    /**
     * Returns this with a number of workers.
     *
     * @param count worker threads of each place
     * @return another configuration
     */
    public Config withWorkers(int count) {
        return new Config(places, count, copyLocal, serialiser, allow, javaOptions, environment, balance, tls, layer);
    }

    /**
     * Returns this with local messages copied, to find out on one place whether everything can travel.
     *
     * @return another configuration
     */
    public Config withCopies() {
        return new Config(places, workers, true, serialiser, allow, javaOptions, environment, balance, tls, layer);
    }

    /**
     * Returns this with another serialiser.
     *
     * @param name {@code fory} or {@code kryo}
     * @return another configuration
     */
    public Config withSerialiser(String name) {
        given(name, "name", "one of " + SERIALISERS);
        return new Config(places, workers, copyLocal, name, allow, javaOptions, environment, balance, tls, layer);
    }

    /**
     * Returns this with one more package whose classes may travel.
     *
     * @param packageName it and those below it
     * @return another configuration
     */
    public Config withAllowed(String packageName) {
        List<String> more = new ArrayList<>(allow);
        more.add(given(packageName, "packageName", "a package, like com.example.app"));
        return new Config(places, workers, copyLocal, serialiser, more, javaOptions, environment, balance, tls, layer);
    }

    /**
     * Returns this with one more option for the JVMs of the places that are started, for example {@code -Dshop.database=URL}. This JVM
     * runs already, and keeps its own.
     *
     * @param option for {@code java}
     * @return another configuration
     */
    public Config withJavaOption(String option) {
        List<String> more = new ArrayList<>(javaOptions);
        more.add(given(option, "option", "an option of java, like -Dname=value"));
        return new Config(places, workers, copyLocal, serialiser, allow, more, environment, balance, tls, layer);
    }

    /**
     * Returns this with work balanced over places.
     *
     * @param policy {@code none}, {@code poll}, {@code measure} or {@code rotate}
     * @return another configuration
     * @throws IllegalArgumentException if there is no such policy
     */
    public Config withBalance(String policy) {
        given(policy, "policy", "one of " + BalanceSettings.POLICIES);
        return new Config(places, workers, copyLocal, serialiser, allow, javaOptions, environment, policy, tls, layer);
    }

    /**
     * Returns the same with places that show each other certificates, and encrypt what they say. On one machine others can't
     * listen anyway; it shows what encryption costs.
     *
     * @return the configuration
     */
    public Config withTls() {
        return new Config(
                places, workers, copyLocal, serialiser, allow, javaOptions, environment, balance, true, layer);
    }

    /**
     * Returns this with places that reach each other by a communication layer instead of TCP: one of your own, or {@code unix}.
     *
     * @param name what the layer calls itself ({@link org.sojourn.kernel.port.CommunicationLayer#name})
     * @return another configuration
     * @throws IllegalArgumentException if the places are to encrypt
     */
    public Config withLayer(String name) {
        given(name, "name", "the name of a communication layer");
        return new Config(places, workers, copyLocal, serialiser, allow, javaOptions, environment, balance, tls, name);
    }
}
