package org.sojourn.net.membership;

import java.util.ArrayList;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.util.UUID;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * The two-way mapping between a {@link Member} and its JGroups address.
 *
 * <p>A JGroups address is any 128 bits that are never used twice. Place number and incarnation are just that, so they
 * <em>are</em> the address: the upper 64 bits are the place, the lower 64 the incarnation. Every view carries them by
 * itself, no state needs to be exchanged. JGroups orders addresses by the upper bits first, so the init place is also
 * the least of all.
 */
final class MemberAddress {
    private MemberAddress() {}

    static UUID of(Member member) {
        return new UUID(member.place(), member.incarnation());
    }

    /** Returns the member behind the address, or null if no place of ours has such an address. */
    static @Nullable Member toMember(@Nullable Address address) {
        if (address == null || address.getClass() != UUID.class) {
            return null;
        }
        UUID bits = (UUID) address;
        long place = bits.getMostSignificantBits();
        long incarnation = bits.getLeastSignificantBits();
        if (place != (int) place || !Member.isPossible((int) place, incarnation)) {
            return null;
        }
        return new Member((int) place, incarnation);
    }

    static boolean isInit(@Nullable Address address) {
        Member member = toMember(address);
        return member != null && member.place() == 0;
    }

    /** Returns the members behind those addresses that have one, in the same order. */
    static List<Member> toMembers(List<Address> addresses) {
        List<Member> members = new ArrayList<>(addresses.size());
        for (Address address : addresses) {
            Member member = toMember(address);
            if (member != null) {
                members.add(member);
            }
        }
        return members;
    }
}
