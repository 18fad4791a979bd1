package org.sojourn.messengers.run;

import java.util.BitSet;
import java.util.Map;
import org.sojourn.messengers.form.Form;

/**
 * How a script is compiled: in which chunks, and what these take out of the frame and put back into it.
 *
 * @param reached the steps that are ever done
 * @param resumptions the steps at which messengers begin or go on
 * @param borders the steps at which a chunk is entered from another one
 * @param joins the steps to which one may come from elsewhere than the step before
 * @param direct the calls that may be made without stopping
 * @param kept by step: the scalars that are put back there, if it is a scheduling point
 * @param passed the scalars that are put back where a chunk is left for another one
 * @param taken by step: the scalars and arrays that are taken out if a chunk is entered there; arrays of nodes follow the messenger's
 */
record Plan(
        Form form,
        Chunks chunks,
        BitSet reached,
        BitSet resumptions,
        BitSet borders,
        BitSet joins,
        BitSet direct,
        BitSet[] kept,
        Map<Border, BitSet> passed,
        BitSet[] taken) {
    /** Where a chunk is left for a step of another one. */
    record Border(int chunk, int to) {}
}
