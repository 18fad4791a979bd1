package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.List;

/**
 * A method, and its twin.
 *
 * @param number among those of the class file
 * @param name the twin's
 * @param of the method's, with its descriptor
 * @param lock whose monitor it holds all the time
 * @param hash of the method's code: frames go between places only where it is the same
 * @param calls where frames may leave, by number
 */
public record TwinMethod(int number, String name, String of, Lock lock, int hash, List<Call> calls) {
    /** Whose monitor a method holds. */
    public enum Lock {
        /** None. */
        NONE,
        /** That of its object, which is the first value of its frames. */
        THIS,
        /** That of its class. */
        CLASS
    }

    /**
     * A call at which a frame may leave.
     *
     * @param line of the source; 0 if that isn't known
     * @param shape of what a frame takes along there
     * @param types of that, as stack maps name them: internal names, and nothing for numbers and for what is always null
     * @param monitors how many monitors of blocks a frame holds there: its last values
     * @param locks for each value which of these objects it is too; -1 for none
     * @param result the descriptor of what the call returns
     */
    public record Call(int line, String shape, List<String> types, int monitors, List<Integer> locks, String result) {}

    /** The descriptor of what the method returns. */
    public String result() {
        return of.substring(of.lastIndexOf(')') + 1);
    }

    static TwinMethod of(String name, MethodPlan plan, String owner, int number) {
        SiteWriter writer = new SiteWriter(plan, owner, number);
        List<Call> calls = plan.sites().stream()
                .map(site -> {
                    StringBuilder shape = new StringBuilder();
                    List<String> types = new ArrayList<>();
                    List<Integer> locks = new ArrayList<>();
                    for (Site.Local each : writer.taken(site)) {
                        shape.append(Values.shape(each.type()));
                        locks.add(each.lock());
                        types.add(each.type() instanceof String internal ? internal : "");
                    }
                    return new Call(
                            site.line(),
                            shape.toString(),
                            types,
                            site.monitors(),
                            locks,
                            site.result().getDescriptor());
                })
                .toList();
        return new TwinMethod(number, name, plan.method().name + plan.method().desc, plan.lock(), plan.hash(), calls);
    }
}
