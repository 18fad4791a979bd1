package org.sojourn.kernel.port;

import java.util.Collections;
import java.util.List;

/**
 * Who is in, as agreed by all who are in.
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
     * Returns whether this very incarnation is in.
     *
     * @param member a member
     * @return whether it is one of the members
     */
    public boolean contains(Member member) {
        return Collections.binarySearch(members, member) >= 0;
    }
}
