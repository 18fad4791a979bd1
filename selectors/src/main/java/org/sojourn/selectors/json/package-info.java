/** Writing JSON, for what programs report and for what is said of a run. */
@NullMarked
package org.sojourn.selectors.json;

import org.jspecify.annotations.NullMarked;
