/** Connections over the messages of a communication layer: the program's own, or one of those that stand here. */
@NullMarked
package org.sojourn.net.layer;

import org.jspecify.annotations.NullMarked;
