/**
 * Scripts as programs: what {@code ./sojourn run script.mc} has a run begin with. Knows files, the compiler and the run, and so sees
 * host.
 */
@NullMarked
package org.sojourn.messengers.program;

import org.jspecify.annotations.NullMarked;
