/** Programs with threads that move between two JVMs. They know nothing of places. */
@NullMarked
package org.sojourn.bench.weave.threads;

import org.jspecify.annotations.NullMarked;
