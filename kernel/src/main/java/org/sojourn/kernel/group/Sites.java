package org.sojourn.kernel.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;

/** At which places the members of a group are created. It goes along with the group's name, so every place computes it alike. */
public final class Sites {
    private static final int MAX_SIZE = Bound.GROUP_MEMBERS.intValue();
    private static final int MAX_RUNS = Bound.GROUP_RUNS.intValue();
    private static final int RADIX = 36;
    private static final String HERE = "";

    private enum Order {
        /** The first so many at the first place, the next at the next: blocks that differ by one at most. */
        BLOCK,
        /** One at each place in turn. */
        CYCLIC,
        /** Each run of indexes at a place of its own. */
        TABLE
    }

    /**
     * Some members, by their indexes, that are believed to be at one place.
     *
     * @param start the first index
     * @param step from one to the next
     * @param count how many
     * @param epoch how often they had moved when they were there
     */
    record Run(int start, int step, int count, long epoch) {
        private static final int BYTES = 20;

        int index(int i) {
            return start + i * step;
        }

        /** Adds the run without some of its members to others. */
        void addWithout(SortedSet<Integer> apart, List<Run> to) {
            int from = 0;
            for (int each : apart.subSet(start, index(count - 1) + 1)) {
                if ((each - start) % step == 0) {
                    int at = (each - start) / step;
                    if (at > from) {
                        to.add(new Run(index(from), step, at - from, epoch));
                    }
                    from = at + 1;
                }
            }
            if (from < count) {
                to.add(from == 0 ? this : new Run(index(from), step, count - from, epoch));
            }
        }

        /** Writes runs. */
        static PacketWriter write(PacketWriter packet, List<Run> runs) {
            packet.i32(runs.size());
            for (Run each : runs) {
                packet.i32(each.start).i32(each.step).i32(each.count).i64(each.epoch);
            }
            return packet;
        }

        /** Reads what {@link #write} has written, of members of a group. */
        static List<Run> read(PacketReader packet, Name group) {
            List<Run> runs = new ArrayList<>();
            for (int i = packet.count(packet.remaining() / BYTES); i > 0; i--) {
                Run run = new Run(packet.i32(), packet.i32(), packet.i32(), packet.i64());
                if (run.start < 0
                        || run.step < 1
                        || run.count < 1
                        || run.start + (long) run.step * (run.count - 1) >= group.capacity()) {
                    throw new MalformedException(run + " of " + group + ", which has no such members");
                }
                runs.add(run);
            }
            return runs;
        }
    }

    private final Order order;
    private final int size;

    /** In the order of their blocks or turns; one may stand there more than once. */
    private final List<Member> places;

    /** Of a table: where its runs begin, and which place each has. */
    private final int[] starts;

    private final int[] sites;
    private final Map<Member, List<Run>> runs = new LinkedHashMap<>();

    private Sites(Order order, int size, List<Member> places, int[] starts, int[] sites) {
        if (size < 1 || size > MAX_SIZE) {
            throw new IllegalArgumentException("a group of " + size + " members; it has 1 to " + MAX_SIZE);
        }
        if (places.isEmpty()) {
            throw new IllegalArgumentException("a group of " + size + " members at no place");
        }
        this.order = order;
        this.size = size;
        this.places = List.copyOf(places);
        this.starts = starts;
        this.sites = sites;
        int count = order == Order.TABLE ? starts.length : places.size();
        for (int i = 0; i < count; i++) {
            Run run = run(i, count);
            if (run.count() > 0) {
                runs.computeIfAbsent(places.get(site(i)), any -> new ArrayList<>())
                        .add(run);
            }
        }
    }

    private int site(int run) {
        return order == Order.TABLE ? sites[run] : run;
    }

    private Run run(int i, int of) {
        return switch (order) {
            case BLOCK -> {
                int start = (int) ((long) i * size / of);
                yield new Run(start, 1, (int) ((i + 1L) * size / of) - start, 0);
            }
            case CYCLIC -> new Run(i, of, (size - i + of - 1) / of, 0);
            case TABLE -> new Run(starts[i], 1, (i + 1 < starts.length ? starts[i + 1] : size) - starts[i], 0);
        };
    }

    /**
     * Puts all at one place.
     *
     * @param size how many members
     * @throws IllegalArgumentException if no group has so many members
     * @return the sites
     */
    public static Sites at(Member place, int size) {
        return block(List.of(place), size);
    }

    /**
     * Puts the first at the first place, the next at the next, in blocks whose sizes differ by one at most.
     *
     * @param size how many members
     * @throws IllegalArgumentException if there are no places, or no group has so many members
     * @return the sites
     */
    public static Sites block(List<Member> places, int size) {
        return new Sites(Order.BLOCK, size, places, new int[0], new int[0]);
    }

    /**
     * Puts one at each place in turn.
     *
     * @param size how many members
     * @throws IllegalArgumentException if there are no places, or no group has so many members
     * @return the sites
     */
    public static Sites cyclic(List<Member> places, int size) {
        return new Sites(Order.CYCLIC, size, places, new int[0], new int[0]);
    }

    /**
     * Puts each where a function says, which is asked once for each index, in order.
     *
     * @param function gives the place
     * @param size how many members
     * @throws IllegalArgumentException if no group has so many members, or the function changes places more often than {@link
     *     Bound#GROUP_RUNS} allows
     * @return the sites
     */
    public static Sites table(IntFunction<Member> function, int size) {
        Map<Member, Integer> numbers = new LinkedHashMap<>();
        int[] starts = new int[16];
        int[] sites = new int[16];
        int count = 0;
        for (int i = 0; i < size && size <= MAX_SIZE; i++) {
            int site = numbers.computeIfAbsent(function.apply(i), any -> numbers.size());
            if (count == 0 || sites[count - 1] != site) {
                if (count == MAX_RUNS) {
                    throw new IllegalArgumentException("the function puts the members 0 to " + i + " of " + size
                            + " at places that change " + count + " times; at most " + MAX_RUNS
                            + " changes are kept: place them cyclically, or give neighbours the same place");
                }
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, 2 * count);
                    sites = Arrays.copyOf(sites, 2 * count);
                }
                starts[count] = i;
                sites[count++] = site;
            }
        }
        return new Sites(
                Order.TABLE,
                size,
                List.copyOf(numbers.keySet()),
                Arrays.copyOf(starts, count),
                Arrays.copyOf(sites, count));
    }

    /** {@return how many members there are: 1 to {@link Bound#GROUP_MEMBERS}} */
    public int size() {
        return size;
    }

    /**
     * {@return where a member is created: the place}
     *
     * @param index from 0, below the size
     */
    public Member of(int index) {
        return switch (order) {
            case BLOCK -> places.get((int) (((index + 1L) * places.size() - 1) / size));
            case CYCLIC -> places.get(index % places.size());
            case TABLE -> {
                int at = Arrays.binarySearch(starts, index);
                yield places.get(sites[at >= 0 ? at : -at - 2]);
            }
        };
    }

    /** {@return where members are created: each place once} */
    public Set<Member> places() {
        return new LinkedHashSet<>(runs.keySet());
    }

    /** The members that are created at a place. */
    List<Run> at(Member place) {
        return runs.getOrDefault(place, List.of());
    }

    boolean isAllAt(Member place) {
        return runs.size() == 1 && runs.containsKey(place);
    }

    // ---- as text ----------------------------------------------------------------------------------------------------

    /** What goes along with the group's name; nothing if all are created at its birthplace. */
    String text(Name group) {
        if (isAllAt(group.birthplace())) {
            return HERE;
        }
        StringBuilder text = new StringBuilder(order.name()).append(' ');
        for (Member each : places) {
            text.append(Integer.toString(each.place(), RADIX))
                    .append('.')
                    .append(Long.toString(each.incarnation(), RADIX))
                    .append(',');
        }
        text.append(' ');
        for (int i = 0; i < starts.length; i++) {
            text.append(Integer.toString(run(i, starts.length).count(), RADIX))
                    .append('.')
                    .append(Integer.toString(sites[i], RADIX))
                    .append(',');
        }
        return text.toString();
    }

    /** Reads what {@link #text} has written. */
    static Sites of(Name group, int size, String text) {
        if (text.isEmpty()) {
            return at(group.birthplace(), size);
        }
        String[] parts = text.split(" ", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("members of " + group + " at \"" + text + "\", which are no places");
        }
        List<Member> places = new ArrayList<>();
        for (String each : split(parts[1])) {
            int dot = each.indexOf('.');
            places.add(new Member(
                    Integer.parseInt(each.substring(0, dot), RADIX), Long.parseLong(each.substring(dot + 1), RADIX)));
        }
        List<String> runs = split(parts[2]);
        TreeMap<Integer, Integer> table = new TreeMap<>();
        long next = 0;
        for (String each : runs) {
            int dot = each.indexOf('.');
            int site = Integer.parseInt(each.substring(dot + 1), RADIX);
            if (site < 0 || site >= places.size() || next >= size) {
                throw new IllegalArgumentException("a run of members of " + group + " at " + each);
            }
            table.put((int) next, site);
            next += Math.max(1, Integer.parseInt(each.substring(0, dot), RADIX));
        }
        Order order = Order.valueOf(parts[0]);
        if ((order == Order.TABLE) == runs.isEmpty() || runs.size() > MAX_RUNS) {
            throw new IllegalArgumentException(runs.size() + " runs of members of " + group);
        }
        return new Sites(
                order,
                size,
                places,
                table.keySet().stream().mapToInt(Integer::intValue).toArray(),
                table.values().stream().mapToInt(Integer::intValue).toArray());
    }

    private static List<String> split(String list) {
        List<String> all = new ArrayList<>();
        for (String each : list.split(",", -1)) {
            if (each.indexOf('.') > 0) {
                all.add(each);
            }
        }
        return all;
    }
}
