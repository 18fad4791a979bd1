/** The results, for people and programs. */
@NullMarked
package org.sojourn.mapping.report;

import org.jspecify.annotations.NullMarked;
