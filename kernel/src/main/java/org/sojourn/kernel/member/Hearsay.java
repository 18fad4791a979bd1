package org.sojourn.kernel.member;

import java.util.HashSet;
import java.util.Set;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;

/**
 * The members that one other place has named and that this place has never met: no roster, handshake or view has shown them here.
 *
 * <p><b>Why.</b> What this place keeps for a member, for as long as the run, it keeps also for those that it only reads of, and
 * they may be invented: a place has 65,536 numbers and each 2<sup>48</sup> incarnations to choose from. So what is read of is counted against
 * who sent it, before anything is kept, and its link ends beyond a bound ({@link Bound#NAMED_MEMBERS}).
 *
 * <p><b>How many can be right?</b> A member still to be met is one that has been admitted while the view that shows it here is on its
 * way: at most a few for each place of a run. One that had gone before this place came is named as long as names are in use that were
 * minted there, or that lead there: at most one for each loss of a place before. The bound is for many times a run of the most places.
 *
 * <p>Counted against the place that sent a packet on where that can't be told from who made it. Who was met is no longer counted;
 * who had gone is, for ever, else one after the other could be named.
 */
final class Hearsay {
    private static final int MOST = Bound.NAMED_MEMBERS.intValue();

    private final Set<Member> named = new HashSet<>(0);

    /**
     * Adds one.
     *
     * @param by whose packet names it
     * @param member an unknown one
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
