/** A pipeline whose orders are strands: each goes to where the row is that its next stage reads. */
@NullMarked
package org.sojourn.examples.pipeline;

import org.jspecify.annotations.NullMarked;
