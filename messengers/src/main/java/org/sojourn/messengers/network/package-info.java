/**
 * The logical network: nodes, links, and messengers on their way between them. A guest of the kernel, with a room of its own: a {@link
 * org.sojourn.messengers.network.Node} is a sojourner, so it moves, is forwarded to, and is forgotten as the kernel has it. What runs
 * nodes, and in which order, is {@link org.sojourn.messengers.network.Lane}'s essay.
 */
@NullMarked
package org.sojourn.messengers.network;

import org.jspecify.annotations.NullMarked;
