package org.sojourn.mapping.decision;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.sojourn.mapping.vector.Blocking;
import org.sojourn.mapping.vector.CVector;
import org.sojourn.mapping.vector.Incoming;
import org.sojourn.mapping.vector.Outgoing;
import org.sojourn.mapping.vector.State;
import org.sojourn.mapping.vector.Work;

/**
 * A policy, and the rule that fired.
 *
 * @param policy the policy
 * @param rule its name; several, if what isn't known makes no difference
 * @param because why, in words
 */
public record Decision(Policy policy, String rule, String because) {
    /** The rule of what may block, as far as anybody can tell: nobody else may be made to wait for it, and a watchdog looks. */
    public static final String UNKNOWN_BLOCKING = "UnknownBlocking";

    /** The rule of what waits for files and computes little: no other virtual thread may be made to wait for it. */
    public static final String FILES = "BlockingFiles";

    /** The rule of what is unknown otherwise. */
    public static final String UNKNOWN = "Unknown";

    /**
     * Walks through the diagram. Unknown values are tried in all ways: if the policy is the same each time, they don't matter.
     *
     * @param vector of a kind
     * @return what the diagram says, before any proof is asked for
     */
    public static Decision of(CVector vector) {
        Set<Policy> policies = new TreeSet<>();
        List<Rule> fired = new ArrayList<>();
        for (Rule.Known known : completions(vector)) {
            Rule rule = Rule.DIAGRAM.stream()
                    .filter(each -> each.fits(known))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no rule for " + known));
            policies.add(rule.policy());
            if (!fired.contains(rule)) {
                fired.add(rule);
            }
        }
        if (policies.size() == 1) {
            String names = String.join(" or ", fired.stream().map(Rule::name).toList());
            return new Decision(
                    fired.getFirst().policy(), names, fired.getFirst().because());
        }
        if (vector.blocking().value() == Blocking.UNKNOWN) {
            return new Decision(Policy.TASK, UNKNOWN_BLOCKING, "whether it blocks isn't known: " + vector.blocking());
        }
        if (vector.blocking().value() == Blocking.TRUE) {
            return new Decision(
                    Policy.THREAD, "Blocking", "it blocks, and how much it computes isn't known: " + vector.work());
        }
        return new Decision(Policy.TASK, UNKNOWN, "too little is known: " + reason(vector));
    }

    private static String reason(CVector vector) {
        return vector.fields().stream()
                .filter(field -> field.value().name().equals("UNKNOWN"))
                .map(Object::toString)
                .findFirst()
                .orElse("");
    }

    private static List<Rule.Known> completions(CVector vector) {
        List<Rule.Known> all = new ArrayList<>();
        for (Blocking blocking : values(vector.blocking().value(), Blocking.UNKNOWN, Blocking.values())) {
            for (State state : values(vector.state().value(), State.UNKNOWN, State.values())) {
                for (Outgoing outgoing : values(vector.outgoing().value(), Outgoing.UNKNOWN, Outgoing.values())) {
                    for (Incoming incoming : values(vector.incoming().value(), Incoming.UNKNOWN, Incoming.values())) {
                        for (Work work : values(vector.work().value(), Work.UNKNOWN, Work.values())) {
                            all.add(new Rule.Known(blocking, state, outgoing, incoming, work));
                        }
                    }
                }
            }
        }
        return all;
    }

    private static <V> List<V> values(V value, V unknown, V[] all) {
        return value == unknown ? Stream.of(all).filter(each -> each != unknown).toList() : List.of(value);
    }
}
