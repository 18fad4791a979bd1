package org.sojourn.messengers.form;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of a script. Steps are numbered from 0; what comes after the last one is the messenger's end.
 *
 * <p>{@link Point Scheduling points} are where a messenger stops: after one, it goes on at the next step, perhaps at another node. What a
 * point leaves is read by {@link Expr.Result} and {@link TakeResult} before the next point, or the next step that isn't one of these and
 * doesn't use them.
 */
public sealed interface Step {
    /** {@return the line of the script that it comes from, from 1} */
    int line();

    /** {@return the expressions that are directly inside of this step, in the order in which they are evaluated} */
    default List<Expr> parts() {
        return Parts.of(this);
    }

    /** Evaluates something for what that does. */
    record Do(int line, Expr what) implements Step {}

    /** Goes on at another step. */
    record Jump(int line, int to) implements Step {}

    /** Goes on at another step if a truth value is as said. */
    record JumpIf(int line, Expr condition, boolean when, int to) implements Step {}

    /** Ends a call of a routine; in routines only. */
    record Return(int line, @Nullable Expr value) implements Step {}

    /** Copies the elements of one span to another of the same type and length; they may overlap. */
    record CopySpan(int line, Span from, Span to) implements Step {}

    /** Stores a text in a span of characters, with zeros after it; a fault if it has more bytes than the span. */
    record SetText(int line, Span to, Expr text) implements Step {}

    /** Sets all elements of a span to zero, or to none. */
    record Clear(int line, Span span) implements Step {}

    /** Stores an array that the last point has left; a fault unless it has the span's type and length. */
    record TakeResult(int line, int number, Span to) implements Step {}

    /**
     * Prints the values, as texts, with nothing between them. A value that is an {@link Expr.Convert} to {@link Type#CHAR} is printed as
     * a character: what was declared {@code char} is made one.
     */
    record Print(int line, List<Argument> what) implements Step {
        public Print {
            what = List.copyOf(what);
        }
    }

    /** Reports a result of the run: the key is a {@link Type#TEXT}. */
    record Report(int line, Expr key, Argument value) implements Step {}

    /** Puts a message into the box of a node, wherever that is, and goes on. */
    record Send(int line, Expr node, Argument what) implements Step {}

    /** Where a messenger stops. */
    sealed interface Point extends Step {}

    /** Lets others go first. */
    record Yield(int line) implements Point {}

    /** Ends the messenger. */
    record Exit(int line) implements Point {}

    /**
     * Goes to all nodes that fit, one copy each, or is ended if none does. Deletes the links that are crossed if said so.
     *
     * @param node a {@link Type#TEXT} or {@link Type#NODE}, if it is a value
     * @param link a {@link Type#TEXT}
     * @param weight a {@link Type#DOUBLE}
     * @param physical a {@link Type#TEXT}
     */
    record Hop(
            int line,
            boolean isDelete,
            Pattern node,
            Pattern link,
            Pattern weight,
            Pattern physical,
            Direction direction)
            implements Point {}

    /** In which direction a link is crossed. */
    enum Direction {
        /** In either. */
        ANY,
        /** From the node that the link was created from. */
        FORWARD,
        /** Towards that node. */
        BACKWARD
    }

    /**
     * Makes a node and a link to it, and goes there; or only a link, to a node whose address is given.
     *
     * @param direction {@link Direction#ANY} for a link without direction
     * @param isAll one node at each neighbour of this place in the daemon network, and one copy to each
     */
    record Create(
            int line, Pattern node, Pattern link, Pattern weight, Pattern physical, Direction direction, boolean isAll)
            implements Point {}

    /**
     * Calls a Java method, by the name of its class and its own. Leaves what it returns.
     *
     * @param results as what the script takes them
     */
    record Func(int line, Expr file, Expr name, List<Argument> in, List<Shape> results) implements Point {
        public Func {
            in = List.copyOf(in);
            results = List.copyOf(results);
        }
    }

    /** Starts a process and waits for its end unless told not to. Arguments become texts. */
    record Exec(int line, Expr file, List<Argument> in, boolean isWaitedFor) implements Point {
        public Exec {
            in = List.copyOf(in);
        }
    }

    /** A second messenger goes on from the next step: leaves its id to the first, and none to the second one. */
    record Fork(int line) implements Point {}

    /** A second messenger begins at the first step, with the variables as they are: leaves its id. */
    record Duplicate(int line) implements Point {}

    /** Begins another script at this node: leaves the new messenger's id. */
    record Inject(int line, Expr script, List<Argument> arguments) implements Point {
        public Inject {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * Takes the oldest message from a node's box: leaves 1 or 0 as result 0, for whether there was one, and the message as result 1.
     *
     * @param isWaiting whether it waits until there is one
     * @param shape what the message has to be; one that isn't is a fault, and stays where it is
     */
    record Receive(int line, Expr node, boolean isWaiting, Shape shape) implements Point {}

    /**
     * Deals with processes outside of the run. A text that is taken is asked for as so many characters, which it has to fit into.
     *
     * @param number of the client or the slot, an {@link Type#INT}; 0 where there is none
     * @param priority an {@link Type#INT}; 0 where there is none
     * @param values what is sent or written
     * @param shape what is taken; null if nothing is
     */
    record Outside(
            int line,
            Outward what,
            Expr number,
            Expr priority,
            List<Argument> values,
            @Nullable Shape shape) implements Point {
        public Outside {
            values = List.copyOf(values);
        }
    }

    /**
     * Waits until a condition on variables of this node holds. It is looked at at once, and then whenever a messenger has stopped that
     * has stored something in a variable of the node that the condition reads. It is without effect.
     */
    record Await(int line, Expr condition) implements Point {}
}
