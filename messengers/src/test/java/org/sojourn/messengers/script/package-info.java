/** Tests of the compiler of scripts. */
@NullMarked
package org.sojourn.messengers.script;

import org.jspecify.annotations.NullMarked;
