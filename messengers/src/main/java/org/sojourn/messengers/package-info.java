/**
 * Messengers: autonomous objects that carry a script, hop through a logical network of nodes and links, make copies of themselves, and
 * call Java code where they are. A guest of the kernel, beside selectors.
 *
 * <p>What programs use is in this package. Scripts are written in MESSENGERS-C and compiled by the package {@code script}.
 */
@NullMarked
package org.sojourn.messengers;

import org.jspecify.annotations.NullMarked;
