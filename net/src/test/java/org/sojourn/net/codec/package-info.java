/** Tests of the codecs: one contract for both, hostile bytes, figures. */
@NullMarked
package org.sojourn.net.codec;

import org.jspecify.annotations.NullMarked;
