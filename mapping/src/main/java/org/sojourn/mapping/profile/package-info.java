/** What kinds did while they ran, beside what their class files say. */
@NullMarked
package org.sojourn.mapping.profile;

import org.jspecify.annotations.NullMarked;
