package org.sojourn.selectors;

import java.util.List;
import java.util.function.IntFunction;
import org.sojourn.kernel.group.Sites;
import org.sojourn.kernel.port.Member;

/**
 * Which members of a group are created at which place.
 *
 * <pre>{@code
 * Group<Step> rows = sojourn.createGroup(1_000, Distribution.block(sojourn.places()), (group, index) -> new Row(group, index));
 * }</pre>
 *
 * <p>A distribution says where members begin their lives; they may move afterwards. Places may be given more than once, so that
 * one gets more than others. (W. Kim and G. Agha, <i>Efficient Support of Location Transparency in Concurrent
 * Object-Oriented Programming Languages</i>, 1995.) Immutable; safe for use by any thread.
 */
public final class Distribution {
    /** Makes sites of members. */
    private interface Plan {
        Sites sites(SelectorPlace system, int members);
    }

    private final Plan plan;

    private Distribution(Plan plan) {
        this.plan = plan;
    }

    /**
     * Places neighbours together: the first members at the first place, the next at the next, in blocks whose sizes differ by
     * one at most.
     *
     * @param places where
     * @return the distribution
     */
    public static Distribution block(List<Place> places) {
        List<Place> all = Given.list(places, "places");
        return new Distribution((system, members) -> Sites.block(members(system, all), members));
    }

    /**
     * Places one member at each place in turn, so that each place gets every so-many-th.
     *
     * @param places where
     * @return the distribution
     */
    public static Distribution cyclic(List<Place> places) {
        List<Place> all = Given.list(places, "places");
        return new Distribution((system, members) -> Sites.cyclic(members(system, all), members));
    }

    /**
     * Places each member where a function says. The function is asked while the group is created, once for each index, in
     * order; it need not travel. What it has said goes along wherever the group is sent, a few bytes for each run of
     * neighbours with one place; at most 65,536 runs.
     *
     * @param where gives the place of the member with an index
     * @return the distribution
     */
    public static Distribution by(IntFunction<Place> where) {
        Given.function(where, "where");
        return new Distribution((system, members) -> Sites.table(
                index -> system.member(Given.value(where.apply(index), "where's place for member " + index)
                        .id()),
                members));
    }

    private static List<Member> members(SelectorPlace system, List<Place> places) {
        return places.stream().map(place -> system.member(place.id())).toList();
    }

    Sites sites(SelectorPlace system, int members) {
        return plan.sites(system, members);
    }
}
