package org.sojourn.messengers.form;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A script, ready to run. Can't be changed. Forms are equal if their {@linkplain #bytes bytes} are. */
public final class Form {
    private final String name;
    private final List<Variable> node;
    private final List<Variable> messenger;
    private final int parameters;
    private final List<Routine> routines;
    private final List<Step> nodeSteps;
    private final List<Step> steps;

    /** Written when they are first asked for; threads that race for them write the same. */
    private volatile byte @Nullable [] bytes;

    private volatile @Nullable FormId id;
    private volatile boolean isChecked;

    /**
     * A form that is yet to be {@linkplain #check checked}.
     *
     * @param name its file's, for people
     * @param node the variables of nodes that it knows
     * @param messenger the variables that it carries; zero at first
     * @param parameters how many of those, from the first, an injection may give values to
     * @param routines the functions that it carries
     * @param nodeSteps gives the variables of a node their first values: by {@link Step.Do} of an {@link Expr.Set} and by {@link
     *     Step.SetText}, of constants. A step is done at those nodes where the variable that it sets is new
     * @param steps what it does
     */
    public Form(
            String name,
            List<Variable> node,
            List<Variable> messenger,
            int parameters,
            List<Routine> routines,
            List<Step> nodeSteps,
            List<Step> steps) {
        this.name = name;
        this.node = List.copyOf(node);
        this.messenger = List.copyOf(messenger);
        this.parameters = parameters;
        this.routines = List.copyOf(routines);
        this.nodeSteps = List.copyOf(nodeSteps);
        this.steps = List.copyOf(steps);
    }

    /**
     * {@return the form that has these canonical bytes, checked}
     *
     * @throws MalformedFormException if they are none, or if the form isn't sound
     */
    public static Form read(byte[] bytes) {
        byte[] own = bytes.clone();
        Form read = FormBytes.read(own);
        read.bytes = own;
        read.check();
        return read;
    }

    /**
     * Looks whether it can be run: whether all is there that its steps name, has the types that it must have, and is within the {@link
     * Limits}. What passes does nothing at run time but what a script may do. Looks once only.
     *
     * @throws MalformedFormException if it isn't sound; says at which step
     */
    public void check() {
        if (!isChecked) {
            FormCheck.check(this);
            int length = canonical().length;
            if (length > Limits.BYTES) {
                throw new MalformedFormException("The form of '" + name + "' has " + length + " bytes; at most "
                        + Limits.BYTES + " are allowed.");
            }
            isChecked = true;
        }
    }

    /** {@return its file's name, for people} */
    public String name() {
        return name;
    }

    /** {@return the variables of nodes that it knows} */
    public List<Variable> node() {
        return node;
    }

    /** {@return the variables that it carries} */
    public List<Variable> messenger() {
        return messenger;
    }

    /** {@return how many of those, from the first, an injection may give values to} */
    public int parameters() {
        return parameters;
    }

    /** {@return the functions that it carries} */
    public List<Routine> routines() {
        return routines;
    }

    /** {@return what gives the variables of a node their first values} */
    public List<Step> nodeSteps() {
        return nodeSteps;
    }

    /** {@return what it does} */
    public List<Step> steps() {
        return steps;
    }

    /**
     * {@return its canonical bytes, as an array of the caller's own}
     *
     * @throws MalformedFormException if it has none: numbers below 0 where there are none, halves of characters, too deep expressions
     */
    public byte[] bytes() {
        return canonical().clone();
    }

    /** {@return which form it is: the SHA-256 of its canonical bytes} */
    public FormId id() {
        FormId known = id;
        if (known == null) {
            known = FormId.hashOf(canonical());
            id = known;
        }
        return known;
    }

    private byte[] canonical() {
        byte[] known = bytes;
        if (known == null) {
            known = FormBytes.write(this);
            bytes = known;
        }
        return known;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Form its && Arrays.equals(canonical(), its.canonical());
    }

    @Override
    public int hashCode() {
        return id().hashCode();
    }

    @Override
    public String toString() {
        return "form of " + name;
    }
}
