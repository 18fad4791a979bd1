package org.sojourn.messengers.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sojourn.messengers.form.Limits;

/** What is looked at before something is done that a script may not do. Compiled scripts call these. */
final class Checks {
    private static final VarHandle STOPPED;

    static {
        try {
            STOPPED = MethodHandles.lookup().findVarHandle(Turn.class, "isStopped", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Checks() {}

    /** {@return the index, if it is below its extent} */
    static int index(int index, int extent, String variable) {
        if (index < 0 || index >= extent) {
            throw outside(index, extent, variable);
        }
        return index;
    }

    static int index(long index, int extent, String variable) {
        if (index < 0 || index >= extent) {
            throw outside(index, extent, variable);
        }
        return (int) index;
    }

    private static Fault outside(long index, int extent, String variable) {
        return new Fault("Index " + index + " of '" + variable + "' is outside of 0 to " + (extent - 1) + ".");
    }

    /** {@return what something may be divided by} */
    static int divisor(int value) {
        if (value == 0) {
            throw division();
        }
        return value;
    }

    static long divisor(long value) {
        if (value == 0) {
            throw division();
        }
        return value;
    }

    private static Fault division() {
        return new Fault("A whole number is divided by 0.");
    }

    /** At a jump back. Opaque: a plain read would be moved out of the loop that it is to end. */
    static void poll(Turn turn) {
        if ((boolean) STOPPED.getOpaque(turn)) {
            Fault fault = turn.stopped();
            if (fault != null) {
                throw fault;
            }
        }
    }

    /**
     * At the call of a routine.
     *
     * @param weight that of all calls that it is inside of, and its own
     */
    static void call(Turn turn, int weight, String routine) {
        poll(turn);
        if (weight > Limits.CALLS) {
            throw new Fault("Routine '" + routine + "' is called too deep: routines may be inside one another "
                    + Limits.CALLS + " times, large ones fewer times. Let the recursion end earlier.");
        }
    }

    /** {@return the fault of a messenger that goes on where none does} */
    static Fault resumption(int step) {
        return new Fault("The messenger should go on at step " + step + ", which no scheduling point leads to.");
    }
}
