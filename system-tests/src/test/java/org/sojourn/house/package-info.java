/**
 * The rules of the house, read from class files and sources of every room: directions, forbidden calls, sizes, the share of
 * public types, names and suppressions; the listings of the public API and of other people's licences; and that a stranger's
 * program compiles and runs against the jars. Every checker has a planted fault that it must catch.
 */
@NullMarked
package org.sojourn.house;

import org.jspecify.annotations.NullMarked;
