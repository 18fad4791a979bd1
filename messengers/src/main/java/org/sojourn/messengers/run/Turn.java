package org.sojourn.messengers.run;

import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Outward;
import org.sojourn.messengers.form.Pattern;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Step;

/**
 * What a messenger has around it while it runs: its node's variables, what is known of the network, and whom it tells at which point it
 * has stopped. One thread uses a turn at a time.
 *
 * <p>Values are handed over as {@link Integer}, {@link Long}, {@link Float}, {@link Double} and {@link String}, arrays as copies that the
 * receiver owns, addresses of nodes and ids of messengers as the objects that they came as.
 */
public abstract class Turn {
    /** What a {@link Pattern} was: omitted. */
    public static final int OMITTED = 0;

    /** What a {@link Pattern} was: {@code *}. */
    public static final int ANY = 1;

    /** What a {@link Pattern} was: {@code ~}. */
    public static final int UNNAMED = 2;

    /** What a {@link Pattern} was: a value. */
    public static final int IS = 3;

    /** The variables of the node. Set before the script runs. */
    public Storage node = new Storage(new long[0], new Object[0]);

    /** Where the node's variables stand in {@link #node}, by their number in the form. Set before the script runs. */
    public int[] at = new int[0];

    /** Set by the script when it stores in a variable of the node. */
    public boolean isNodeStored;

    /**
     * To be set by any thread: the script is to fail at the next jump back or call. Plain, and read opaquely: who sets it waits for
     * nothing, and the script sees it before long.
     */
    public boolean isStopped;

    /** For subclasses. */
    protected Turn() {}

    /** {@return the fault for a script that has been stopped; null if it wasn't it that was meant} */
    public abstract @Nullable Fault stopped();

    /**
     * {@return whether a script may call a Java method here and now, without stopping} So it is if nobody else is ready at the node, and
     * the script hasn't done so for long.
     */
    public boolean mayCall() {
        return false;
    }

    /** It has done so. */
    public void called() {}

    // ---- what it knows ------------------------------------------------------------------------------------------

    /** {@return {@code $node}, {@code $physical} or {@code $link}} */
    public abstract String text(Expr.Known what);

    /** {@return {@code $address}, {@code $last} or {@code $self}; null for none} */
    public abstract @Nullable Object reference(Expr.Known what);

    /** {@return whether the injection has given a value to a parameter} Not after the messenger's first stop. */
    public abstract boolean isGiven(int parameter);

    /** {@return {@code $weight}} */
    public abstract double weight();

    /** {@return {@code $status}} */
    public abstract int status();

    /** {@return the next number at random, of all 64 bits} */
    public abstract long random();

    /** {@return how many messengers are here} */
    public abstract int messengersHere();

    /** {@return how many links are here} */
    public abstract int linksHere();

    /** {@return how many places there are} */
    public abstract int places();

    /** {@return the name of a place, by its number from 0} */
    public abstract String placeName(int number);

    // ---- what it says without stopping --------------------------------------------------------------------------

    /** It prints something. */
    public abstract void print(String text);

    /** It reports a result of the run. */
    public abstract void report(String key, @Nullable Object value);

    /** It puts a message into a node's box. */
    public abstract void send(@Nullable Object node, @Nullable Object message);

    /** It ends a messenger, wherever that is; returns 0 if it is none, else 1. */
    public abstract int kill(@Nullable Object messenger);

    /** {@code m_priority}: returns the priority before. */
    public abstract int priority(int next);

    // ---- where it stops -----------------------------------------------------------------------------------------

    /** {@link Step.Yield}, or an {@link Step.Await} whose condition doesn't hold. */
    public abstract void yields(boolean isWaiting);

    /** {@link Step.Exit}, or the end of the steps. */
    public abstract void exit();

    /**
     * {@link Step.Hop}.
     *
     * @param nodeIs which pattern it was; {@code node} is a {@link String}, or an address, or null
     */
    public abstract void hop(
            boolean isDelete,
            int nodeIs,
            @Nullable Object node,
            int linkIs,
            @Nullable String link,
            int weightIs,
            double weight,
            int physicalIs,
            @Nullable String physical,
            Step.Direction direction);

    /** {@link Step.Create}; as {@link #hop}. */
    public abstract void create(
            boolean isAll,
            int nodeIs,
            @Nullable Object node,
            int linkIs,
            @Nullable String link,
            int weightIs,
            double weight,
            int physicalIs,
            @Nullable String physical,
            Step.Direction direction);

    /** {@link Step.Func}. */
    public abstract void func(String file, String name, @Nullable Object[] in, Shape[] results);

    /** {@link Step.Exec}; the arguments as {@link Argument} says. */
    public abstract void exec(String file, @Nullable Object[] in, boolean isWaitedFor);

    /** {@link Step.Fork}. */
    public abstract void fork();

    /** {@link Step.Duplicate}. */
    public abstract void duplicate();

    /** {@link Step.Inject}. */
    public abstract void inject(String script, @Nullable Object[] arguments);

    /** {@link Step.Receive}. */
    public abstract void receive(@Nullable Object node, boolean isWaiting, Shape shape);

    /** {@link Step.Outside}; values as they are printed, the shape null if nothing is taken. */
    public abstract void outside(
            Outward what, int number, int priority, @Nullable Object[] values, @Nullable Shape shape);

    /** {@return values as the text that they are printed as} */
    protected static String printed(@Nullable Object[] values) {
        return Texts.joined(values);
    }
}
