/**
 * What people see of a logical network from outside of its run, and what they bring into it: nodes, links, variables, messengers and
 * injections, as bytes that go through the run's command.
 */
@NullMarked
package org.sojourn.messengers.look;

import org.jspecify.annotations.NullMarked;
