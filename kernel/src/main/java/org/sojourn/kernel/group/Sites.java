package org.sojourn.kernel.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;

/** Where the members of a group are created. It goes along with the group's name, so every place computes it alike. */
public final class Sites {
    private static final int MAX_SIZE = Bound.GROUP_MEMBERS.intValue();
    private static final int MAX_RUNS = Bound.GROUP_STRETCHES.intValue();
    private static final int RADIX = 36;
    private static final String HERE = "";

    /**
     * Members that are believed to be at one place.
     *
     * @param start the first index
     * @param step from one index to the next
     * @param epoch how often they had moved when they were there
     */
    record Run(int start, int step, int count, long epoch) {
        private static final int BYTES = 20;

        int index(int i) {
            return start + i * step;
        }

        /** {@return all indexes in these runs} */
        static IntStream indexes(List<Run> runs) {
            return runs.stream()
                    .flatMapToInt(run -> IntStream.range(0, run.count).map(run::index));
        }

        static int count(List<Run> runs) {
            return runs.stream().mapToInt(Run::count).sum();
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

    private final int size;

    /** The same place may stand there more than once. */
    private final List<Member> places;

    /** The first index of each block of neighbours, and the number of its place. None if the places take turns. */
    private final int[] starts;

    private final int[] sites;
    private final Map<Member, List<Run>> runs = new LinkedHashMap<>();

    private Sites(int size, List<Member> places, int[] starts, int[] sites) {
        if (size < 1 || size > MAX_SIZE) {
            throw new IllegalArgumentException("a group of " + size + " members; it has 1 to " + MAX_SIZE);
        }
        if (places.isEmpty()) {
            throw new IllegalArgumentException("a group of " + size + " members at no place");
        }
        this.size = size;
        this.places = List.copyOf(places);
        this.starts = starts;
        this.sites = sites;
        int step = places.size();
        int count = takesTurns() ? Math.min(step, size) : starts.length;
        for (int i = 0; i < count; i++) {
            Run run = takesTurns() ? new Run(i, step, (size - i + step - 1) / step, 0) : block(i);
            runs.computeIfAbsent(of(run.start), any -> new ArrayList<>()).add(run);
        }
    }

    private boolean takesTurns() {
        return starts.length == 0;
    }

    private Run block(int i) {
        return new Run(starts[i], 1, (i + 1 < starts.length ? starts[i + 1] : size) - starts[i], 0);
    }

    /** {@return a group with all members at one place} Otherwise as {@link #block}. */
    public static Sites at(Member place, int size) {
        return block(List.of(place), size);
    }

    /**
     * {@return a group with a block of neighbours at each place in turn; sizes differ by one at most}
     *
     * @throws IllegalArgumentException if there are no places, or no group has so many members
     */
    public static Sites block(List<Member> places, int size) {
        IntUnaryOperator start = i -> (int) ((long) i * size / places.size());
        int[] sites = IntStream.range(0, places.size())
                .filter(i -> start.applyAsInt(i) < start.applyAsInt(i + 1))
                .toArray();
        return new Sites(size, places, IntStream.of(sites).map(start).toArray(), sites);
    }

    /** {@return a group with one member at each place in turn} Otherwise as {@link #block}. */
    public static Sites cyclic(List<Member> places, int size) {
        return new Sites(size, places, new int[0], new int[0]);
    }

    /**
     * {@return a group with each member where a function says, which is asked once for each index, in order}
     *
     * @throws IllegalArgumentException if no group has so many members, or the function changes places more often than {@link
     *     Bound#GROUP_STRETCHES} allows
     */
    public static Sites table(IntFunction<Member> function, int size) {
        Map<Member, Integer> numbers = new LinkedHashMap<>();
        IntStream.Builder starts = IntStream.builder();
        IntStream.Builder sites = IntStream.builder();
        int count = 0;
        int last = -1;
        for (int i = 0; i < size && size <= MAX_SIZE; i++) {
            int site = numbers.computeIfAbsent(function.apply(i), any -> numbers.size());
            if (site != last) {
                if (count == MAX_RUNS) {
                    throw new IllegalArgumentException("the function puts the members 0 to " + i + " of " + size
                            + " at places that change " + count + " times; at most " + MAX_RUNS
                            + " changes are kept: place them cyclically, or give neighbours the same place");
                }
                starts.add(i);
                sites.add(site);
                last = site;
                count++;
            }
        }
        return new Sites(
                size,
                List.copyOf(numbers.keySet()),
                starts.build().toArray(),
                sites.build().toArray());
    }

    /** {@return how many members there are: 1 to {@link Bound#GROUP_MEMBERS}} */
    public int size() {
        return size;
    }

    /** {@return the place where a member is created, by its index} */
    public Member of(int index) {
        if (takesTurns()) {
            return places.get(index % places.size());
        }
        int at = Arrays.binarySearch(starts, index);
        return places.get(sites[at >= 0 ? at : -at - 2]);
    }

    /** {@return where members are created: each place once} */
    public Set<Member> places() {
        return new LinkedHashSet<>(runs.keySet());
    }

    /** {@return the indexes of the members that are created at a place, in ascending order within each of its blocks} */
    public IntStream indexesAt(Member place) {
        return Run.indexes(at(place));
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
        StringBuilder text = new StringBuilder();
        for (Member each : places) {
            text.append(Integer.toString(each.place(), RADIX))
                    .append('.')
                    .append(Long.toString(each.incarnation(), RADIX))
                    .append(',');
        }
        text.append(' ');
        for (int i = 0; i < starts.length; i++) {
            text.append(Integer.toString(block(i).count(), RADIX))
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
        if (parts.length != 2) {
            throw new IllegalArgumentException("members of " + group + " at \"" + text + "\", which aren't places");
        }
        List<Member> places = new ArrayList<>();
        for (String each : split(parts[0])) {
            int dot = each.indexOf('.');
            places.add(new Member(
                    Integer.parseInt(each.substring(0, dot), RADIX), Long.parseLong(each.substring(dot + 1), RADIX)));
        }
        List<String> blocks = split(parts[1]);
        if (blocks.size() > Math.max(MAX_RUNS, places.size())) {
            throw new IllegalArgumentException(blocks.size() + " blocks of members of " + group);
        }
        int[] starts = new int[blocks.size()];
        int[] sites = new int[blocks.size()];
        long next = 0;
        for (int i = 0; i < starts.length; i++) {
            String each = blocks.get(i);
            int dot = each.indexOf('.');
            starts[i] = (int) next;
            sites[i] = Integer.parseInt(each.substring(dot + 1), RADIX);
            if (sites[i] < 0 || sites[i] >= places.size() || next >= size) {
                throw new IllegalArgumentException("a block of members of " + group + " at " + each);
            }
            next += Math.max(1, Integer.parseInt(each.substring(0, dot), RADIX));
        }
        return new Sites(size, places, starts, sites);
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
