package org.sojourn.messengers.run;

/** One thing that the interpreter does: takes values from the machine's stack, and leaves some there. */
@FunctionalInterface
interface Act {
    void run(Machine machine);
}
