/**
 * What the bundled programs share: reading their command lines, and the one exception that says that a person
 * asked for something that cannot be done. Each program sits in a package of its own below this one.
 */
@NullMarked
package org.sojourn.examples;

import org.jspecify.annotations.NullMarked;
