/** Programs whose parts are messengers: what they have in common. Each has its scripts beside it, among the resources. */
@NullMarked
package org.sojourn.examples.messengers;

import org.jspecify.annotations.NullMarked;
