package org.sojourn.kernel.balance;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.port.Member;

/** The sojourners of a place, as balancing and reports see them: those of one room, or all of them together. */
public interface Population {
    /** {@return how many live here, by the names of their kinds: kinds with at least one, in order} */
    Map<String, Long> alive();

    /** {@return what those here have done so far, by what it is, in the plural: such as hops} */
    default Map<String, Long> done() {
        return Map.of();
    }

    /** {@return a sentence for each that holds what it hasn't got to, at most so many: what a dump says of them} By any thread. */
    default List<String> holding(int most) {
        return List.of();
    }

    /**
     * {@return a sentence for each that waits for something which nobody will do any more when the run stands still, at most so many: if
     * there is any then, the run has stalled} Exact when the place is passive.
     */
    default List<String> stalled(int most) {
        return List.of();
    }

    /** {@return how many have failed, where nobody was told} If any have, the run has failed. */
    default long failed() {
        return 0;
    }

    /** {@return sentences on the first of these, as many as are kept} */
    default List<String> failures() {
        return List.of();
    }

    /** {@return how many have left so far, those not counted that came back as they couldn't go on elsewhere} */
    long moves();

    /** Has each step of a sojourner told from now on, in its turn, to this listener only: a later call replaces it. By any thread. */
    void watchSteps(Consumer<Sojourner> told);

    /** The same for each message that it sends, with where the receiver is believed to be. */
    void watchSends(BiConsumer<Sojourner, Member> told);

    /** Has those created elsewhere from now on that would be created here, if that is possible. */
    void createElsewhere(Supplier<Member> where);
}
