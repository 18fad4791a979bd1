package org.sojourn.mapping.fact;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.sojourn.mapping.code.Dictionary;
import org.sojourn.mapping.code.Verb;
import org.sojourn.mapping.code.Verb.Facet;

/**
 * What a method, or one arm of it, does itself; what the methods that it calls do is in theirs.
 *
 * @param calls its calls, in the order of the code
 * @param functions the lambda expressions and method references that it makes
 * @param fields the fields that it reads and writes
 * @param loops its loops
 * @param linked what it runs that methods make which aren't the JDK's: dynamic calls and constants
 * @param returns whether it is known at all; false if the code is too large or odd
 */
public record Facts(
        List<Call> calls,
        List<Function> functions,
        List<FieldUse> fields,
        List<Loop> loops,
        List<Linked> linked,
        boolean returns) {
    /** What is known of code that can't be read. */
    public static final Facts NONE = new Facts(List.of(), List.of(), List.of(), List.of(), List.of(), false);

    /**
     * Where in the code something is.
     *
     * @param at the number of the instruction
     * @param line the line in the source, or 0
     * @param isConditional whether it happens on some paths only
     * @param loops the loops that it is in, by their number in {@link Facts#loops}
     */
    public record Site(int at, int line, boolean isConditional, List<Integer> loops) {
        /**
         * Returns whether it may happen more than once.
         *
         * @return whether it is in a loop
         */
        public boolean isRepeated() {
            return !loops.isEmpty();
        }
    }

    /**
     * A call.
     *
     * @param site where
     * @param opcode how
     * @param owner the internal name of the type that is named
     * @param name of the method
     * @param desc its descriptor
     * @param arguments the receiver, if there is one, and the arguments
     * @param words what the dictionary says of it
     */
    public record Call(
            Site site,
            int opcode,
            String owner,
            String name,
            String desc,
            List<Value> arguments,
            Map<Facet, Dictionary.Entry> words) {
        /**
         * Returns what the dictionary says.
         *
         * @param facet of what
         * @return the entry, or null
         */
        public Dictionary.@Nullable Entry word(Facet facet) {
            return words.get(facet);
        }

        /**
         * Returns whether the dictionary says one thing.
         *
         * @param verb what it may say
         * @return whether it does
         */
        public boolean is(Verb verb) {
            Dictionary.Entry entry = words.get(verb.facet());
            return entry != null && entry.verb() == verb;
        }

        /**
         * Returns whether it may wait, for whatever.
         *
         * @return whether the dictionary says so
         */
        public boolean mayBlock() {
            return is(Verb.BLOCKING) || is(Verb.FILE);
        }

        /**
         * Returns the method for people.
         *
         * @return the class without its package, and the method's name
         */
        public String shown() {
            return owner.substring(owner.lastIndexOf('/') + 1) + '.' + name;
        }
    }

    /**
     * A function that is made.
     *
     * @param site where
     * @param implementation the method that is run
     * @param captured the values that it takes along
     * @param type the descriptor of the interface
     * @param signature its parameters and result, as exactly as the compiler has written them
     * @param user the call that it is an argument of, if it is one of this method; one that runs it here before one that doesn't
     */
    public record Function(
            Site site,
            Handle implementation,
            List<Value> captured,
            String type,
            String signature,
            @Nullable Call user) {}

    /**
     * A dynamic call, or a dynamic constant, of which nothing is known but what links it.
     *
     * @param site where
     * @param by the method that links it, for people
     */
    public record Linked(Site site, String by) {}

    /**
     * A use of a field.
     *
     * @param site where
     * @param owner the internal name of the class that is named
     * @param name of the field
     * @param desc its descriptor
     * @param written what is written; null if it is read
     */
    public record FieldUse(
            Site site,
            String owner,
            String name,
            String desc,
            @Nullable Value written) {}

    /**
     * A loop.
     *
     * @param site of its first instruction
     * @param trips how often it runs at most, or -1 if that isn't known
     * @param outer the number of the loop around it, or -1
     */
    public record Loop(Site site, long trips, int outer) {}
}
