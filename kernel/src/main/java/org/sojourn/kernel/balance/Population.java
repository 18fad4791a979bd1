package org.sojourn.kernel.balance;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.port.Member;

/** Those who live at a place, as far as balancing is concerned with them: what a room has, or all of them together. */
public interface Population {
    /** {@return how many live here, by the names of their kinds: kinds with at least one, in order} */
    Map<String, Long> alive();

    /** {@return how many have left so far, those not counted that came back as they couldn't go on elsewhere} */
    long moves();

    /** Has each step of a sojourner told from now on, in its turn, to this listener only: a later call replaces it. By any thread. */
    void watchSteps(Consumer<Sojourner> told);

    /** The same for each message that it sends, with where the receiver is believed to be. */
    void watchSends(BiConsumer<Sojourner, Member> told);

    /** Has those created elsewhere from now on that would be created here, if that is possible. */
    void createElsewhere(Supplier<Member> where);
}
