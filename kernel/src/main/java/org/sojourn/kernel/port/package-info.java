/**
 * The ports: what the kernel asks of the world, such as clocks, threads, links, chance, serialisation and membership.
 *
 * <p>The kernel opens no socket, starts no thread, reads no clock and rolls no dice; all of that comes in through an
 * interface of this package. So the same class files run a real cluster and, under one seed, a simulated one inside one
 * JVM.
 *
 * <p>Ports are crossed per batch, park, wake or arm, never once per local message.
 */
@NullMarked
package org.sojourn.kernel.port;

import org.jspecify.annotations.NullMarked;
