package org.sojourn.messengers;

/**
 * A messenger has failed, which has ended it.
 *
 * @param place where, as {@code p0}
 * @param script its file
 * @param line at which line; 0 if that isn't known
 * @param node at which node: its name, if it has one, and its address
 * @param messenger its id, as {@code p0/21}
 * @param sentence all of it for people, and why
 */
public record MessengerFault(String place, String script, int line, String node, String messenger, String sentence) {}
