/** What woven code names: frames that leave a stack, and how. It knows nothing of how code is woven. */
@NullMarked
package org.sojourn.weave.frame;

import org.jspecify.annotations.NullMarked;
