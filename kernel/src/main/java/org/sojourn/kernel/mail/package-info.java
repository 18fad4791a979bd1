/** Mailboxes, guards and priorities; dead letters. */
@NullMarked
package org.sojourn.kernel.mail;

import org.jspecify.annotations.NullMarked;
