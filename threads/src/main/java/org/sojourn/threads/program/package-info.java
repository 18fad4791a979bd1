/** The program that a run of threads begins with. Knows the run, and so sees host. */
@NullMarked
package org.sojourn.threads.program;

import org.jspecify.annotations.NullMarked;
