/** What the code of a program calls in place of what only its home place has: its streams, its clock, its thread. */
@NullMarked
package org.sojourn.threads.calls;

import org.jspecify.annotations.NullMarked;
