/** The cigarette smokers: a constraint that looks at the message. */
@NullMarked
package org.sojourn.examples.smokers;

import org.jspecify.annotations.NullMarked;
