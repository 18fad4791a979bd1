/** Tests of the testkit, and with it of kernel, selectors and links. */
@NullMarked
package org.sojourn.testkit;

import org.jspecify.annotations.NullMarked;
