package org.sojourn.bench;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** From when to when a program ran on one side: samples taken in between are that side's. */
@Name(IterationEvent.NAME)
@Label("Iteration")
@Description("A program has run once on one side")
@Category("Sojourn bench")
@StackTrace(false)
final class IterationEvent extends Event {
    static final String NAME = "org.sojourn.bench.Iteration";
    static final String SIDE = "side";

    @Label("Side")
    int side;
}
