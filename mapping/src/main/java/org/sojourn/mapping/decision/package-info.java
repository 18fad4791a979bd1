/** From vectors to policies, with reasons. */
@NullMarked
package org.sojourn.mapping.decision;

import org.jspecify.annotations.NullMarked;
