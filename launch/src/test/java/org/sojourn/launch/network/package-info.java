@NullMarked
package org.sojourn.launch.network;

import org.jspecify.annotations.NullMarked;
