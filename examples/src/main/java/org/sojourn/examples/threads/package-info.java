/**
 * Programs with threads, in plain Java: they know nothing of places, and {@code ./sojourn threads} runs them at several.
 */
@NullMarked
package org.sojourn.examples.threads;

import org.jspecify.annotations.NullMarked;
