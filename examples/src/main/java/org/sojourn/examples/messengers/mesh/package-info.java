/** Shortest ways in a mesh, found by a wave of messengers. */
@NullMarked
package org.sojourn.examples.messengers.mesh;

import org.jspecify.annotations.NullMarked;
