/**
 * What people see of a logical network from outside of its run: nodes, links, variables and messengers, as a place answers to a question,
 * and as bytes that go through the run's command.
 */
@NullMarked
package org.sojourn.messengers.look;

import org.jspecify.annotations.NullMarked;
