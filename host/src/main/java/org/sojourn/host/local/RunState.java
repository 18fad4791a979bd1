package org.sojourn.host.local;

import java.util.Map;
import org.sojourn.kernel.port.Member;

/**
 * A run as it is seen from outside.
 *
 * @param pids the process of each place whose process hasn't ended
 * @param told what those places have said of themselves that were asked and have answered
 */
public record RunState(Map<Member, Long> pids, Map<Member, Notice.Told> told) {}
