/** The logical network of a run as texts, as a file, and as a picture. */
@NullMarked
package org.sojourn.launch.network;

import org.jspecify.annotations.NullMarked;
