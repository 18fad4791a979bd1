/**
 * An integral by the trapezoidal rule, its pieces shared out over workers at all places (Savina's Trapezoidal
 * Approximation), with an integrand whose integral is known.
 */
@NullMarked
package org.sojourn.examples.trapezoid;

import org.jspecify.annotations.NullMarked;
