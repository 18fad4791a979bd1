package org.sojourn.launch;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.io.File;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.kernel.port.Bound;
import org.sojourn.messengers.network.Daemons;

/**
 * The configuration file of the HJDS runtime: which places there are, on which hosts, at which ports. (B. Xue, Distributed
 * Communication Middleware for an Selector Model, thesis, Rice University, 2017, Figure 3.2, "Sample configuration file for
 * a HJDS system".) An entry may say more of its place ({@link Terms}), and stand for several of them, whose ports follow each other:
 *
 * <pre>
 *   {places: [p1, p2, p3], hostname: cn2, port: 5000, memory: 2g, workers: 4, java: /opt/jdk, user: me, sshPort: 2222}
 * </pre>
 *
 * Beside it may stand the daemon network of messengers:
 *
 * <pre>
 *   daemonNetwork { links: ["p0 -> p1 east", "p1 - p2"], placement: random }
 * </pre>
 */
final class PlacesFile {
    private static final String LINKS = "daemonNetwork.links";
    private static final String PLACE = "place";
    private static final String PLACES = "places";
    private static final int MAX_PORT = 0xFFFF;
    private static final List<String> SETTINGS = List.of(
            PLACE,
            PLACES,
            "hostname",
            "port",
            "memory",
            "workers",
            "java",
            "user",
            "sshPort",
            "directory",
            "address",
            "cache");
    private static final String PLACEMENT = "daemonNetwork.placement";

    /**
     * One place of the file.
     *
     * @param place its number
     * @param hostname as written
     * @param port for its links, 0 for a free one
     * @param terms what else is said of it
     */
    record Entry(int place, String hostname, int port, Terms terms) {
        /** A place of which nothing else is said. */
        Entry(int place, String hostname, int port) {
            this(place, hostname, port, Terms.NONE);
        }

        /** Whether it lives on this machine, as a child of its launcher. */
        boolean isHere() {
            return terms.user() == null && terms.sshPort() == 0 && isThisMachine(hostname);
        }
    }

    /**
     * What may be said of a place.
     *
     * @param memory its maximum heap, as 2g
     * @param workers its worker threads, 0 if nothing is said
     * @param java the Java that it is started with, or its folder
     * @param user who logs in at its host
     * @param sshPort where its host's sshd listens, 0 if nothing is said
     * @param directory its working directory
     * @param address at which other places reach it
     * @param cache where its host keeps what is staged
     */
    record Terms(
            @Nullable String memory,
            int workers,
            @Nullable String java,
            @Nullable String user,
            int sshPort,
            @Nullable String directory,
            @Nullable String address,
            @Nullable String cache) {
        static final Terms NONE = new Terms(null, 0, null, null, 0, null, null, null);
    }

    /**
     * What stands in a file.
     *
     * @param entries the places
     * @param links those of the daemon network, with semicolons between them; empty if each place is the neighbour of each
     * @param placement how places are chosen for nodes; empty if nothing is said
     */
    record Contents(List<Entry> entries, String links, String placement) {}

    private PlacesFile() {}

    /** Reads the file; every mistake in it is a sentence. */
    static Contents read(File file) {
        if (!file.isFile()) {
            throw new Usage("there is no configuration file " + file);
        }
        try {
            Config all = ConfigFactory.parseFile(file).resolve();
            Config system = all.getConfig("selectorSystem");
            List<Entry> entries = new ArrayList<>();
            entries.addAll(entries(file, "init", system.getConfig("init")));
            if (entries.size() > 1) {
                throw new Usage(file + ": init stands for " + entries.size() + " places; there is one init place");
            }
            if (system.hasPath("remote")) {
                int number = 0;
                for (Config remote : system.getConfigList("remote")) {
                    number++;
                    entries.addAll(entries(file, "number " + number + " of remote", remote));
                }
            }
            check(file, entries);
            Contents contents = new Contents(
                    entries,
                    all.hasPath(LINKS) ? String.join(";", all.getStringList(LINKS)) : "",
                    all.hasPath(PLACEMENT) ? all.getString(PLACEMENT) : "");
            check(file, contents);
            return contents;
        } catch (ConfigException e) {
            throw new Usage(file + " can't be read: " + e.getMessage());
        }
    }

    private static void check(File file, Contents contents) {
        Daemons daemons;
        try {
            daemons = Daemons.read(contents.links(), contents.placement());
        } catch (IllegalArgumentException e) {
            throw new Usage(file + ": " + e.getMessage());
        }
        for (int each : daemons.places()) {
            if (contents.entries().stream().noneMatch(entry -> entry.place() == each)) {
                throw new Usage(file + ": the daemon network names place p" + each + ", and there isn't one");
            }
        }
    }

    /** The library names the line, and never the place. */
    private static List<Entry> entries(File file, String where, Config config) {
        String named = where;
        try {
            List<String> names =
                    config.hasPath(PLACES) ? config.getStringList(PLACES) : List.of(config.getString(PLACE));
            named = "place " + String.join(", ", names);
            if (config.hasPath(PLACES) && (config.hasPath(PLACE) || names.isEmpty())) {
                throw new Usage(
                        file + ": " + where + " has to name its place by " + PLACE + ", or several by " + PLACES);
            }
            for (String each : config.root().keySet()) {
                if (!SETTINGS.contains(each)) {
                    throw new Usage(file + ": " + named + " has a setting \"" + each
                            + "\", which there isn't; there are " + String.join(", ", SETTINGS));
                }
            }
            int port = config.getInt("port");
            String hostname = config.getString("hostname");
            Terms terms = terms(file, named, config);
            List<Entry> entries = new ArrayList<>();
            for (String each : names) {
                entries.add(entry(file, each, port == 0 ? 0 : port + entries.size(), hostname, terms));
            }
            return entries;
        } catch (ConfigException e) {
            throw new Usage(file + ": " + named + " can't be read: " + e.getMessage());
        }
    }

    private static Terms terms(File file, String named, Config config) {
        String memory = text(config, "memory");
        if (memory != null && !memory.matches(PlacesCommand.SIZE)) {
            throw new Usage(file + ": " + named + " has memory " + memory + "; write it like 512m or 2g");
        }
        int workers = config.hasPath("workers") ? config.getInt("workers") : 0;
        if (config.hasPath("workers") && (workers < 1 || workers > PlaceSettings.MAX_WORKERS)) {
            throw new Usage(file + ": " + named + " has workers " + workers + "; a place has 1 to "
                    + PlaceSettings.MAX_WORKERS);
        }
        int sshPort = config.hasPath("sshPort") ? config.getInt("sshPort") : 0;
        if (config.hasPath("sshPort") && (sshPort < 1 || sshPort > MAX_PORT)) {
            throw new Usage(file + ": " + named + " has sshPort " + sshPort + "; ports are 1 to " + MAX_PORT);
        }
        String user = text(config, "user");
        if (user != null && !user.matches("[^\\s@:]+")) {
            throw new Usage(file + ": " + named + " has user \"" + user + "\", which isn't a user name");
        }
        return new Terms(
                memory,
                workers,
                text(config, "java"),
                user,
                sshPort,
                text(config, "directory"),
                text(config, "address"),
                text(config, "cache"));
    }

    private static @Nullable String text(Config config, String setting) {
        return config.hasPath(setting) ? config.getString(setting) : null;
    }

    private static Entry entry(File file, String name, int port, String hostname, Terms terms) {
        if (!name.matches("p\\d{1,5}") || Integer.parseInt(name.substring(1)) > 0xFFFF) {
            throw new Usage(file + " names a place \"" + name + "\"; places are p0 to p65535");
        }
        if (port < 0 || port > MAX_PORT) {
            throw new Usage(
                    file + ": place " + name + " has port " + port + "; ports are 1 to 65535, 0 for a free one");
        }
        if (hostname.isBlank() || hostname.startsWith("-") || hostname.matches(".*\\s.*")) {
            throw new Usage(file + ": place " + name + " has hostname \"" + hostname + "\", which isn't a host name");
        }
        return new Entry(Integer.parseInt(name.substring(1)), hostname, port, terms);
    }

    private static void check(File file, List<Entry> entries) {
        if (entries.size() > Bound.LAUNCHED_PLACES.value()) {
            throw new Usage(file + " has " + entries.size() + " places; one machine gets 1 to "
                    + Bound.LAUNCHED_PLACES.value());
        }
        Set<Integer> places = new HashSet<>();
        Set<String> ports = new HashSet<>();
        if (entries.get(0).place() != 0) {
            throw new Usage(file + ": the init place is p" + entries.get(0).place() + "; it must be p0");
        }
        for (Entry entry : entries) {
            if (!places.add(entry.place())) {
                throw new Usage(file + " has place p" + entry.place() + " twice");
            }
            String host = entry.isHere() ? "this machine" : entry.hostname();
            if (entry.port() != 0 && !ports.add(host + ":" + entry.port())) {
                throw new Usage(file + ": place p" + entry.place() + " has port " + entry.port()
                        + ", as another place on " + host + " has");
            }
        }
    }

    private static boolean isThisMachine(String hostname) {
        try {
            if (hostname.equals(InetAddress.getLocalHost().getHostName())) {
                return true;
            }
        } catch (UnknownHostException e) {
            // A machine that doesn't know its own name can still be named by address.
        }
        try {
            InetAddress address = InetAddress.getByName(hostname);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (UnknownHostException | SocketException e) {
            return false;
        }
    }
}
