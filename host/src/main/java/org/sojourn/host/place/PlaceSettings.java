package org.sojourn.host.place;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.port.Bound;

/**
 * How one place runs. Checked once, here.
 *
 * @param workers worker threads, 1 to 32
 * @param copyLocal whether local messages go through the codec as well
 * @param serialiser the serialiser's name, {@code fory} or {@code kryo}
 * @param mainPackage the package of the program's main class; it and those below it may travel; empty means that classes
 *     of the unnamed package may
 * @param allow further packages whose classes may travel
 * @param balance how work is balanced over places; the same at all of them
 * @param layer the name of the communication layer by which places reach each other; empty for TCP
 */
public record PlaceSettings(
        int workers,
        boolean copyLocal,
        String serialiser,
        String mainPackage,
        List<String> allow,
        BalanceSettings balance,
        String layer) {
    /** The most workers that a place can have. */
    public static final int MAX_WORKERS = Bound.WORKERS.intValue();

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if something is out of bounds
     */
    public PlaceSettings {
        if (workers < 1 || workers > MAX_WORKERS) {
            throw new IllegalArgumentException("workers is " + workers + "; a place has 1 to " + MAX_WORKERS);
        }
        checkPackages(allow);
        allow = List.copyOf(allow);
    }

    /**
     * Checks names of packages.
     *
     * @param allow what shall be names of packages
     * @throws IllegalArgumentException if one is none
     */
    public static void checkPackages(List<String> allow) {
        for (String each : allow) {
            if (!each.matches("[\\w$]+(\\.[\\w$]+)*")) {
                throw new IllegalArgumentException(
                        "allow names \"" + each + "\", which isn't a package; write it like com.example.app");
            }
        }
    }

    /**
     * Settings without balancing, over TCP.
     *
     * @param workers worker threads, 1 to 32
     * @param copyLocal whether local messages go through the codec as well
     * @param serialiser the serialiser's name
     * @param mainPackage the package of the program's main class
     * @param allow further packages whose classes may travel
     * @throws IllegalArgumentException if something is out of bounds
     */
    public PlaceSettings(int workers, boolean copyLocal, String serialiser, String mainPackage, List<String> allow) {
        this(workers, copyLocal, serialiser, mainPackage, allow, BalanceSettings.NONE, "");
    }

    /**
     * The same with another number of workers.
     *
     * @param count worker threads, 1 to 32
     * @return such settings
     * @throws IllegalArgumentException if it is out of bounds
     */
    public PlaceSettings withWorkers(int count) {
        return new PlaceSettings(count, copyLocal, serialiser, mainPackage, allow, balance, layer);
    }

    /**
     * Chooses how many workers a place has when several share this machine.
     *
     * @param places how many places there are
     * @return max(1, cores / places), at most {@link #MAX_WORKERS}
     */
    public static int workersFor(int places) {
        return Math.max(1, Math.min(MAX_WORKERS, Runtime.getRuntime().availableProcessors() / places));
    }

    /**
     * Returns the packages whose classes may travel.
     *
     * @return that of the program and those that were allowed besides; the empty name is the unnamed package
     */
    public Set<String> packages() {
        Set<String> packages = new HashSet<>(allow);
        packages.add(mainPackage);
        return packages;
    }

    /**
     * Decides whether a class of the program may travel.
     *
     * @param name its binary name
     * @return whether its package is allowed
     */
    public boolean mayTravel(String name) {
        if (mainPackage.isEmpty() ? name.indexOf('.') < 0 : isWithin(name, mainPackage)) {
            return true;
        }
        for (String each : allow) {
            if (isWithin(name, each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWithin(String name, String packageName) {
        return name.length() > packageName.length()
                && name.startsWith(packageName)
                && name.charAt(packageName.length()) == '.';
    }
}
