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
import org.sojourn.kernel.port.Bound;
import org.sojourn.messengers.network.Daemons;

/**
 * The configuration file of the HJDS runtime: which places there are, on which hosts, at which ports. (B. Xue, Distributed
 * Communication Middleware for an Selector Model, thesis, Rice University, 2017, Figure 3.2, "Sample configuration file for
 * a HJDS system".) Beside it may stand the daemon network of messengers:
 *
 * <pre>
 *   daemonNetwork { links: ["p0 -> p1 east", "p1 - p2"], placement: random }
 * </pre>
 */
final class PlacesFile {
    private static final String LINKS = "daemonNetwork.links";
    private static final String PLACEMENT = "daemonNetwork.placement";

    /**
     * One place of the file.
     *
     * @param place its number
     * @param hostname as written
     * @param port for its links, 0 for a free one
     */
    record Entry(int place, String hostname, int port) {}

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
            entries.add(entry(file, "init", system.getConfig("init")));
            if (system.hasPath("remote")) {
                for (Config remote : system.getConfigList("remote")) {
                    entries.add(entry(file, "number " + entries.size() + " of remote", remote));
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
                throw new Usage(file + ": the daemon network names place p" + each + ", and there is none");
            }
        }
    }

    /** The library names the line, and never the place. */
    private static Entry entry(File file, String where, Config config) {
        String named = where;
        try {
            String name = config.getString("place");
            named = "place " + name;
            return entry(file, name, config.getInt("port"), config.getString("hostname"));
        } catch (ConfigException e) {
            throw new Usage(file + ": " + named + " can't be read: " + e.getMessage());
        }
    }

    private static Entry entry(File file, String name, int port, String hostname) {
        if (!name.matches("p\\d{1,5}") || Integer.parseInt(name.substring(1)) > 0xFFFF) {
            throw new Usage(file + " names a place \"" + name + "\"; places are p0 to p65535");
        }
        if (port < 0 || port > 0xFFFF) {
            throw new Usage(
                    file + ": place " + name + " has port " + port + "; ports are 1 to 65535, 0 for a free one");
        }
        return new Entry(Integer.parseInt(name.substring(1)), hostname, port);
    }

    private static void check(File file, List<Entry> entries) {
        if (entries.size() > Bound.MAX_PLACES.value()) {
            throw new Usage(
                    file + " has " + entries.size() + " places; one machine gets 1 to " + Bound.MAX_PLACES.value());
        }
        Set<Integer> places = new HashSet<>();
        Set<Integer> ports = new HashSet<>();
        if (entries.get(0).place() != 0) {
            throw new Usage(file + ": the init place is p" + entries.get(0).place() + "; it must be p0");
        }
        for (Entry entry : entries) {
            if (!places.add(entry.place())) {
                throw new Usage(file + " has place p" + entry.place() + " twice");
            }
            if (!isThisMachine(entry.hostname())) {
                throw new Usage(file + ": place p" + entry.place() + " is to live on " + entry.hostname()
                        + ", which isn't this machine; places on other hosts (over ssh) aren't there yet, so name this"
                        + " machine's hosts only, such as localhost");
            }
            if (entry.port() != 0 && !ports.add(entry.port())) {
                throw new Usage(file + ": place p" + entry.place() + " has port " + entry.port()
                        + ", as another place on this machine has");
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
