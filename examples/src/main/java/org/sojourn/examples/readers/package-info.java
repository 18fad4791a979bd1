/** Readers and writers: a guard for the ones, a constraint for the others. */
@NullMarked
package org.sojourn.examples.readers;

import org.jspecify.annotations.NullMarked;
