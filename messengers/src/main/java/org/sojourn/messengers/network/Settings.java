package org.sojourn.messengers.network;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * How messengers run at a place. All places of a run should have the same.
 *
 * @param lanes how many nodes run at once, at least 1
 * @param seed what numbers at random follow from
 * @param longest how long a messenger may run without a point at which it stops, before it is taken for one that never will
 * @param most how many messengers a place may have
 * @param mayExec whether scripts may start processes
 * @param isCallable which classes, by name, {@code func} may call methods of
 * @param daemons where nodes go of which scripts don't say
 */
public record Settings(
        int lanes,
        long seed,
        Duration longest,
        long most,
        boolean mayExec,
        Predicate<String> isCallable,
        Daemons daemons) {}
