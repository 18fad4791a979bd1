/** What goes between places: values, and the messages of masters and slaves. */
@NullMarked
package org.sojourn.threads.wire;

import org.jspecify.annotations.NullMarked;
