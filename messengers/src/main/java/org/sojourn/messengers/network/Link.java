package org.sojourn.messengers.network;

import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;

/**
 * One end of a link between two nodes: each of them has one. Both ends have the same id, name and weight. A link of a node to itself has
 * both ends there.
 *
 * @param id of the link
 * @param name empty for none
 * @param weight NaN for none
 * @param direction {@link #BOTH}, or whether it leads away from this end or towards it
 * @param to the other end
 * @param at where that is
 */
record Link(Name id, String name, double weight, int direction, Address to, Descriptor<Sojourner> at) {
    /** Has no direction. */
    static final int BOTH = 0;

    /** Leads away from this end. */
    static final int AWAY = 1;

    /** Leads to this end. */
    static final int TOWARDS = -1;

    boolean hasWeight() {
        return !Double.isNaN(weight);
    }

    /** {@return whether it can be crossed in a direction as a script says it} */
    boolean leads(int wanted) {
        return wanted == BOTH || direction == BOTH || direction == wanted;
    }
}
