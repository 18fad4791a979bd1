package org.sojourn.messengers.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The daemon network: which places are neighbours, in the eyes of {@code create}, and which of them gets a node of which the script
 * doesn't say. (M. Fukuda, L. F. Bic and M. B. Dillencourt, <i>MESSENGERS: A Distributed Computing Environment for Autonomous Objects</i>,
 * 1996, section 2.3.) It restricts nothing else: messengers hop to all places.
 *
 * @param links none if each place is the neighbour of each
 * @param policy how a place is chosen among this one and its neighbours
 */
public record Daemons(List<Way> links, Policy policy) {
    /** Each place is the neighbour of each, and they take turns. */
    public static final Daemons COMPLETE = new Daemons(List.of(), Policy.ROUND_ROBIN);

    /** Names the links, as {@code p0 -> p1 east; p1 - p2}. */
    public static final String LINKS = "sojourn.network.links";

    /** Names the policy. */
    public static final String PLACEMENT = "sojourn.network.placement";

    private static final Pattern LINK = Pattern.compile("\\s*p(\\d{1,5})\\s*(->|-)\\s*p(\\d{1,5})(?:\\s+(\\S+))?\\s*");
    private static final Pattern PLACE = Pattern.compile("p\\d+");

    /** How a place is chosen. */
    public enum Policy {
        /** In turn. */
        ROUND_ROBIN,
        /** At random, as it follows from the run's seed. */
        RANDOM,
        /** The one with the fewest nodes, as far as this place has heard. */
        LEAST_LOADED;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * A link in one direction.
     *
     * @param from the number of a place
     * @param to the number of another
     * @param name empty for none
     */
    public record Way(int from, int to, String name) {}

    /** What the properties of this JVM say. */
    static Daemons ofProperties() {
        return read(System.getProperty(LINKS, ""), System.getProperty(PLACEMENT, ""));
    }

    /**
     * {@return the daemon network that some texts say}
     *
     * @param links with semicolons between them; empty for a complete network
     * @param policy {@code round-robin}, {@code random} or {@code least-loaded}; empty for the first
     * @throws IllegalArgumentException if they say none; the message is a sentence for people
     */
    public static Daemons read(String links, String policy) {
        List<Way> ways = new ArrayList<>();
        for (String each : links.isBlank() ? new String[0] : links.split(";")) {
            add(each, ways);
        }
        Set<List<Object>> seen = new HashSet<>();
        for (Way each : ways) {
            if (!each.name.isEmpty() && !seen.add(List.of(each.from, each.name))) {
                throw new IllegalArgumentException("two links of the daemon network lead from p" + each.from
                        + " and are called " + each.name + "; give them names of their own");
            }
        }
        Policy known = Arrays.stream(Policy.values())
                .filter(each -> each.word().equals(policy.isEmpty() ? Policy.ROUND_ROBIN.word() : policy))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the placement of nodes is \"" + policy + "\"; it is "
                        + Arrays.stream(Policy.values()).map(Policy::word).collect(Collectors.joining(", "))));
        return new Daemons(List.copyOf(ways), known);
    }

    private static void add(String text, List<Way> ways) {
        Matcher link = LINK.matcher(text);
        if (!link.matches()) {
            throw new IllegalArgumentException(
                    "\"" + text.strip() + "\" isn't a link of the daemon network; write it like"
                            + " p0 -> p1, with a name behind it if it has one, or p0 - p1 for both directions");
        }
        int one = Integer.parseInt(link.group(1));
        int other = Integer.parseInt(link.group(3));
        String name = link.group(4) == null ? "" : link.group(4);
        if (one == other) {
            throw new IllegalArgumentException("\"" + text.strip()
                    + "\" leads from a place to itself; each place may have nodes anyhow, so leave it out");
        }
        if (PLACE.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "\"" + text.strip() + "\" names a link as places are named; call it otherwise");
        }
        ways.add(new Way(one, other, name));
        if (link.group(2).equals("-")) {
            ways.add(new Way(other, one, name));
        }
    }

    /** {@return the numbers of the places that are named} */
    public Set<Integer> places() {
        Set<Integer> places = new HashSet<>();
        links.forEach(each -> {
            places.add(each.from);
            places.add(each.to);
        });
        return places;
    }

    boolean leads(int from, int to) {
        return from == to || links.isEmpty() || links.stream().anyMatch(each -> each.from == from && each.to == to);
    }
}
