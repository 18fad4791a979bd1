package org.sojourn.kernel.part;

import org.sojourn.kernel.port.Member;

/**
 * Where the answer to one request goes.
 *
 * @param place the place where the asker waits
 * @param request the request's number there
 */
public record ReplyAddress(Member place, long request) {}
