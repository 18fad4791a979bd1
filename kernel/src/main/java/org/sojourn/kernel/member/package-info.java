/**
 * Which places are in, and packets between their kernels. This package knows links, views and the standing of each
 * member, counts packets for termination detection, and keeps the order of broadcasts. It hands each packet to the
 * owner of its kind and may not know what is in it.
 */
@NullMarked
package org.sojourn.kernel.member;

import org.jspecify.annotations.NullMarked;
