/** Agents in plain Java that hop along the links of a logical network: what they are written with, and how they are run. */
@NullMarked
package org.sojourn.messengers.agent;

import org.jspecify.annotations.NullMarked;
