/**
 * The ports: what the kernel asks of the world around it, such as clocks, threads, links, chance, serialisation and
 * membership.
 *
 * <p>The kernel opens no socket, starts no thread, reads no clock and rolls no dice of its own; all of that comes in
 * through an interface of this package. So the same class files run a real cluster and, under one seed, a whole
 * simulated cluster inside one JVM.
 *
 * <p>Ports are crossed per batch, park, wake or arm, never once per local message.
 */
@NullMarked
package org.sojourn.kernel.port;

import org.jspecify.annotations.NullMarked;
