/** Goals for Maven. */
@NullMarked
package org.sojourn.maven;

import org.jspecify.annotations.NullMarked;
