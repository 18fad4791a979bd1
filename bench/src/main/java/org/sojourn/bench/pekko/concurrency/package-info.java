/**
 * The eight concurrency benchmarks of the Savina suite for Apache Pekko's classic actors: the twins of {@link
 * org.sojourn.bench.savina.concurrency}, with the same messages and the same checks. What a guard holds back there is
 * held in a field here: quicker than Pekko's stash, which costs an actor the fast mailbox.
 */
@NullMarked
package org.sojourn.bench.pekko.concurrency;

import org.jspecify.annotations.NullMarked;
