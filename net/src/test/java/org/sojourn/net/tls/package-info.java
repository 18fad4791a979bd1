/** Tests of identities, and what others show instead. */
@NullMarked
package org.sojourn.net.tls;

import org.jspecify.annotations.NullMarked;
