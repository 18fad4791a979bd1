package org.sojourn.selectors.work;

import java.util.List;
import org.sojourn.selectors.Handle;

/** What a master is told of its work. */
sealed interface Report {
    /** An item is done, in so many nanoseconds. */
    record Done(Handle<Object> worker, long index, Object result, long nanos) implements Report {}

    /** An item has failed. */
    record Failed(Handle<Object> worker, long index, Throwable cause) implements Report {}

    /** A worker has given back what it hadn't begun, and exits. */
    record GivenBack(Handle<Object> worker, List<Long> items) implements Report {}

    /** The answer to {@link Order.Tell}: what a worker has to do, by numbers. */
    record Has(Handle<Object> worker, int number, List<Long> items) implements Report {}

    /** A result that the checkpoint has. */
    record Kept(long index, String text) implements Report {}

    /** Some time has gone by. */
    record Tick() implements Report {}
}
