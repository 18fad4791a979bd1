package org.sojourn.messengers.agent;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.frame.Capture;

/**
 * A messenger in plain Java: one method that runs from its beginning to its end, and hops along links, makes nodes and deletes them in its middle. Its
 * network is that of the scripts, and it is to them a messenger like all others.
 *
 * <pre>{@code
 * final class Counter extends Agent {
 *   private int nodes;
 *
 *   @Override
 *   protected void run() {
 *     NodeAddress home = here();
 *     for (int i = 0; i < 5; i++) {
 *       create(node("n" + i).link("chain").forward());      // the next line runs there
 *       set("number", i);
 *       nodes++;
 *     }
 *     hop(to(home));
 *     result("nodes", nodes);
 *   }
 *
 *   @Override
 *   protected String nodes() {
 *     return "int number;";
 *   }
 * }
 * }</pre>
 *
 * <p><b>Steps.</b> {@link #hop}, {@link #create}, {@link #delete} and {@link #giveWay} are where an agent stops, as a script does at its statements of
 * these names: nobody else runs at its node between two of them. Its frames leave the stack there, with all that their variables refer to, and go on where
 * it comes to. Where several nodes fit, each gets a copy that goes on by itself; where none fits, it ends. So all its methods up to {@code run} must be
 * woven: those of the program are, {@code ./sojourn run} sees to that. In a method that the JDK calls, in a constructor, and while a monitor is held a step is
 * refused by an {@link IllegalStateException}; so it is if something can't travel.
 *
 * <p><b>What goes along.</b> The agent's fields and what its frames refer to, as messages travel, at each step, also to a node of the same place: what was one
 * object is one afterwards, and what somebody else refers to as well is a copy. Iterators of the JDK's collections go on with what was left.
 *
 * <p>An agent that throws has failed, as a script does that has a fault. All methods here are for the agent's own code.
 */
public abstract class Agent {
    /** For subclasses. */
    protected Agent() {}

    /**
     * What the agent does. It ends when this returns.
     *
     * @throws Exception it fails
     */
    protected abstract void run() throws Exception;

    /**
     * {@return declarations of the variables of nodes that it uses, as in the file that a script names by {@code #node}: {@code "int visits = 0; char
     * label[16];"}} Asked for once, where the agent is injected.
     */
    protected String nodes() {
        return "";
    }

    // ---- ways -------------------------------------------------------------------------------------------------------

    /** {@return to nodes that are called so} */
    protected static Way node(String name) {
        return Way.ANY.node(name);
    }

    /** {@return to whatever node, also one to which no link leads from here} */
    protected static Way anyNode() {
        return Way.ANY.anyNode();
    }

    /** {@return to this one node, whether or not a link leads there} */
    protected static Way to(NodeAddress node) {
        return Way.ANY.to(node);
    }

    /** {@return by links that are called so} */
    protected static Way link(String name) {
        return Way.ANY.link(name);
    }

    // ---- steps ------------------------------------------------------------------------------------------------------

    /** Goes to all nodes that fit, one copy to each; it ends if none does. */
    protected final void hop(Way way) {
        step(Stay.Act.HOP, way);
    }

    /** Goes to all nodes that fit, and deletes the links that it crosses; with the last link of a node that nobody is at goes the node. */
    protected final void delete(Way way) {
        step(Stay.Act.DELETE, way);
    }

    /** Makes a node, and a link to it, and goes there; only a link if that is {@link #to} a node that there is. Names that aren't said are empty. */
    protected final void create(Way way) {
        step(Stay.Act.CREATE, way);
    }

    /** Makes a node at each neighbour of this place in the daemon network, with a link to it, and goes to all of them: one copy to each. */
    protected final void createAtAll(Way way) {
        step(Stay.Act.CREATE_AT_ALL, way);
    }

    /** Lets others at this node go first. */
    protected final void giveWay() {
        step(Stay.Act.GIVE_WAY, Way.ANY);
    }

    private void step(Stay.Act act, Way way) {
        Objects.requireNonNull(way, "way is null; say where, such as link(\"x\")");
        Capture parts = Stay.of(this, "makes a step").parts(act, way);
        throw parts;
    }

    // ---- where it is ------------------------------------------------------------------------------------------------

    /** {@return the node at which it is} */
    protected final NodeAddress here() {
        return around("asks for its node").here();
    }

    /** {@return the node that it came from; null if it began here} */
    protected final @Nullable NodeAddress last() {
        return around("asks for its last node").last();
    }

    /** {@return the name of the place, such as {@code p1}} */
    protected final String physical() {
        return around("asks for its place").physical();
    }

    /** {@return the name of the link that it came by; empty if it came by none, or by one without a name} */
    protected final String cameBy() {
        return around("asks for its link").link();
    }

    /** {@return the weight of the link that it came by; NaN if that has none} */
    protected final double weight() {
        return around("asks for a weight").weight();
    }

    /**
     * Reads a variable of the node.
     *
     * @param variable its name
     * @param type {@link Integer} for {@code char}, {@code short} and {@code int}; {@link Long}, {@link Float} or {@link Double}; {@link String} for an array
     *     of characters that holds a text; or an array's class, such as {@code int[].class}. Arrays are copies
     * @param <T> the value's type
     * @return its value
     * @throws IllegalArgumentException if the node has none of that name and type
     */
    protected final <T> T get(String variable, Class<T> type) {
        return around("reads a variable").get(variable, type);
    }

    /**
     * Sets a variable of the node: messengers that wait for it look at it again. An array is copied.
     *
     * @throws IllegalArgumentException if the node has none of that name, or if it can't have that value
     */
    protected final void set(String variable, Object value) {
        around("sets a variable").set(variable, value);
    }

    /** Reports a result of the run. */
    protected final void result(String key, Object value) {
        around("reports a result").report(key, value);
    }

    private Surroundings around(String what) {
        return Stay.of(this, what).around();
    }
}
