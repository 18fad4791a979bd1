package org.sojourn.kernel.quiesce;

import org.sojourn.kernel.part.Kernel;
import org.sojourn.kernel.port.Member;

/**
 * One place's answer to a wave.
 *
 * @param member the place
 * @param sample its counters
 * @param idle whether it has no living part, no mail for a part that is still to be created, and no unconfirmed
 *     creation: the idleness of the published three-stage check, which the shipped detector doesn't need
 */
public record Report(Member member, Kernel.Sample sample, boolean idle) {}
