/**
 * What Fukuda, Bic and Dillencourt measured of MESSENGERS, measured here: the primitives of their Table 3 and the applications of their
 * figures, beside plain Java, threads, raw sockets and selectors.
 */
@NullMarked
package org.sojourn.bench.messengers;

import org.jspecify.annotations.NullMarked;
