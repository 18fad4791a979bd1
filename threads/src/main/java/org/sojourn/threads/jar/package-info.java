/** Makes a jar whose threads can move of one whose can't. */
@NullMarked
package org.sojourn.threads.jar;

import org.jspecify.annotations.NullMarked;
