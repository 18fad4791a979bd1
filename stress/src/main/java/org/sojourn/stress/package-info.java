/**
 * What the memory model allows, tried out: jcstress runs each test of this room many million times, with its actors at
 * once, and counts the outcomes. An outcome that our documentation excludes is marked as forbidden.
 */
@NullMarked
package org.sojourn.stress;

import org.jspecify.annotations.NullMarked;
