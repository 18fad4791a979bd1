package org.sojourn.kernel.member;

import java.util.HashSet;
import java.util.Set;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;

/**
 * The members that one other place has named and that this place has never met: no roster, handshake or view has shown
 * them here.
 *
 * <p><b>Why.</b> This place keeps something for each member that it reads of, for as long as the run lasts, and a peer
 * may invent members: there are 65,536 place numbers, with 2<sup>48</sup> incarnations each. So each is counted against
 * the peer that named it, before anything is kept. Beyond {@link Bound#UNMET_MEMBERS} the peer's link ends.
 *
 * <p><b>How many can be right?</b> A member still to be met has been admitted while the view that shows it here is on
 * its way: at most a few for each place of a run. A member that had gone before this place came is named as long as
 * names are in use that were minted there or lead there: at most one for each earlier loss of a place. The bound covers
 * many times a run of the most places.
 *
 * <p>Where it can't be told which place made a packet, the place that sent it on is charged. A member that is met is no
 * longer counted. One that had gone stays counted for ever; otherwise a peer could name one after the other.
 */
final class Hearsay {
    private static final int MOST = Bound.UNMET_MEMBERS.intValue();

    private final Set<Member> named = new HashSet<>(0);

    /**
     * Counts a member that isn't known here.
     *
     * @throws MalformedException if it is one too many
     */
    synchronized void add(Member by, Member member) {
        if (named.size() >= MOST && !named.contains(member)) {
            throw new MalformedException(by + " names incarnation " + member.incarnation() + " of " + member
                    + ", which isn't known here, as it has named " + MOST + " others; a place may name no more");
        }
        named.add(member);
    }

    synchronized void met(Member member) {
        named.remove(member);
    }
}
