/**
 * How mail waits at one part: the inbox that senders push to; the mailboxes that the owner files it into, with guards,
 * priorities and constraints; and the letters that nobody takes. This package decides which message goes next. It knows
 * no part, no thread and no other place.
 */
@NullMarked
package org.sojourn.kernel.mail;

import org.jspecify.annotations.NullMarked;
