package org.sojourn.kernel.quiesce;

import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Site;

/**
 * An answer to a wave: one place's own, or that of a place for itself and all that are below it in the tree.
 *
 * @param member the place that says it
 * @param sample its counters, or their sums; passive if all were; an epoch that all have, or one that differs from the init place's
 * @param idle whether it has no living part, no mail for a part that is still to be created, and no unconfirmed
 *     creation: the idleness of the published three-stage check, which the shipped detector doesn't need
 */
public record Report(Member member, Site.Sample sample, boolean idle) {}
