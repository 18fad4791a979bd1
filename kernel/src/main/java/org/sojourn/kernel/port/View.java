package org.sojourn.kernel.port;

import java.util.Collections;
import java.util.List;

/**
 * The members that are in, as all of them agree.
 *
 * @param number grows by at least one from view to view
 * @param members the members in ascending order of place number
 */
public record View(long number, List<Member> members) {
    /** Copies and sorts the members. */
    public View {
        members = members.stream().sorted().toList();
    }

    /**
     * {@return whether this very incarnation is in}
     *
     * @param member a member
     */
    public boolean contains(Member member) {
        return Collections.binarySearch(members, member) >= 0;
    }
}
