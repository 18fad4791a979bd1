@NullMarked
package org.sojourn.net.layer;

import org.jspecify.annotations.NullMarked;
