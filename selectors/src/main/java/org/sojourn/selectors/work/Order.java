package org.sojourn.selectors.work;

import java.util.List;

/** What a master tells its workers. */
sealed interface Order {
    /** An item, with its number and how often it was lost with a worker. */
    record Item(long index, Object value, int lost) {
        Item lostOnce() {
            return new Item(index, value, lost + 1);
        }
    }

    /** Items to work on, behind those it has. */
    record Batch(List<Item> items) implements Order {}

    /** Tell what you have; the number is told with the answer. */
    record Tell(int number) implements Order {}

    /** Its place is being drained: give back what isn't begun, and exit. */
    record GiveBack() implements Order {}
}
