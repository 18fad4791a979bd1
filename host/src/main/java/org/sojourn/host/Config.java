package org.sojourn.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
 */
public record Config(
        int places,
        int workers,
        boolean copyLocal,
        String serialiser,
        List<String> allow,
        List<String> javaOptions,
        Map<String, String> environment,
        String balance) {
    /** The most places that one launcher starts on one machine. */
    public static final int MAX_PLACES = Bound.MAX_PLACES.intValue();

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if something is out of bounds
     */
    public Config {
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
        allow = List.copyOf(allow);
        javaOptions = List.copyOf(javaOptions);
        environment = Map.copyOf(environment);
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
        this(places, workers, copyLocal, serialiser, allow, javaOptions, environment, "none");
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
        return new Config(places, count, copyLocal, serialiser, allow, javaOptions, environment, balance);
    }

    /**
     * Returns this with local messages copied, to find out on one place whether everything can travel.
     *
     * @return another configuration
     */
    public Config withCopies() {
        return new Config(places, workers, true, serialiser, allow, javaOptions, environment, balance);
    }

    /**
     * Returns this with another serialiser.
     *
     * @param name {@code fory} or {@code kryo}
     * @return another configuration
     */
    public Config withSerialiser(String name) {
        return new Config(places, workers, copyLocal, name, allow, javaOptions, environment, balance);
    }

    /**
     * Returns this with one more package whose classes may travel.
     *
     * @param packageName it and those below it
     * @return another configuration
     */
    public Config withAllowed(String packageName) {
        List<String> more = new ArrayList<>(allow);
        more.add(packageName);
        return new Config(places, workers, copyLocal, serialiser, more, javaOptions, environment, balance);
    }

    /**
     * Returns this with work balanced over places.
     *
     * @param policy {@code none}, {@code poll}, {@code measure} or {@code rotate}
     * @return another configuration
     * @throws IllegalArgumentException if there is no such policy
     */
    public Config withBalance(String policy) {
        return new Config(places, workers, copyLocal, serialiser, allow, javaOptions, environment, policy);
    }
}
