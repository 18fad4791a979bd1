/** A convex hull, divided and merged by messengers in a tree. */
@NullMarked
package org.sojourn.examples.messengers.hull;

import org.jspecify.annotations.NullMarked;
