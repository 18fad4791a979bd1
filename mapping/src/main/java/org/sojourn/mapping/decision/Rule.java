package org.sojourn.mapping.decision;

import static org.sojourn.mapping.vector.Blocking.FALSE;
import static org.sojourn.mapping.vector.Blocking.TRUE;
import static org.sojourn.mapping.vector.Incoming.GATHER;
import static org.sojourn.mapping.vector.Incoming.REQUEST_REPLY;
import static org.sojourn.mapping.vector.Outgoing.LEAF;
import static org.sojourn.mapping.vector.Outgoing.ROUTER;
import static org.sojourn.mapping.vector.Outgoing.SCATTER;
import static org.sojourn.mapping.vector.State.FIXED;
import static org.sojourn.mapping.vector.State.NIL;
import static org.sojourn.mapping.vector.State.VARIABLE;
import static org.sojourn.mapping.vector.Work.IO;
import static org.sojourn.mapping.vector.Work.MATH;

import java.util.List;
import java.util.Set;
import org.sojourn.mapping.vector.Blocking;
import org.sojourn.mapping.vector.Incoming;
import org.sojourn.mapping.vector.Outgoing;
import org.sojourn.mapping.vector.State;
import org.sojourn.mapping.vector.Work;

/**
 * One path of the decision diagram: the values that it asks for, an empty set meaning any, and the policy. The rules are those of
 * sections 2.5.1 to 2.5.8 of the paper, with its names, and each vector meets exactly one of them. Two things differ:
 *
 * <ul>
 *   <li>What blocks and computes little gets a virtual thread, which the paper's JVMs didn't have.
 *   <li>The paper's text has no rule for a kind that keeps state, sends to many and computes. If all that it does is to hand work out,
 *       it gets a thread, for the reasons of the rule without state (2.5.2), under the name HeavyState. If it gathers as well, as
 *       whoever keeps a register of others and tells them does, it is a master (2.5.7), under the name HeavyMaster. The paper's artifact
 *       makes the same difference.
 * </ul>
 *
 * @param name the paper's
 * @param section of the paper
 * @param blocking β
 * @param state σ
 * @param outgoing ρ→
 * @param incoming ρ←
 * @param work ω
 * @param policy what follows
 * @param because why, in a few words
 */
public record Rule(
        String name,
        String section,
        Set<Blocking> blocking,
        Set<State> state,
        Set<Outgoing> outgoing,
        Set<Incoming> incoming,
        Set<Work> work,
        Policy policy,
        String because) {
    /** The diagram. */
    public static final List<Rule> DIAGRAM = List.of(
            new Rule(
                    "Blocking",
                    "2.5.1",
                    Set.of(TRUE),
                    Set.of(),
                    Set.of(),
                    Set.of(),
                    Set.of(MATH),
                    Policy.THREAD,
                    "blocks and computes: others would starve behind it"),
            new Rule(
                    "BlockingLight",
                    "2.5.1",
                    Set.of(TRUE),
                    Set.of(),
                    Set.of(),
                    Set.of(),
                    Set.of(IO),
                    Policy.VIRTUAL,
                    "blocks and computes little: a virtual thread waits for nothing"),
            new Rule(
                    "Heavy",
                    "2.5.2",
                    Set.of(FALSE),
                    Set.of(NIL),
                    Set.of(SCATTER),
                    Set.of(),
                    Set.of(MATH),
                    Policy.THREAD,
                    "computes and sends to many: it runs on while others take its messages"),
            new Rule(
                    "HeavyState",
                    "2.5.2",
                    Set.of(FALSE),
                    Set.of(FIXED, VARIABLE),
                    Set.of(SCATTER),
                    Set.of(REQUEST_REPLY),
                    Set.of(MATH),
                    Policy.THREAD,
                    "computes and sends to many, and keeps its state in one core's cache"),
            new Rule(
                    "HeavyMaster",
                    "2.5.7",
                    Set.of(FALSE),
                    Set.of(FIXED, VARIABLE),
                    Set.of(SCATTER),
                    Set.of(GATHER),
                    Set.of(MATH),
                    Policy.TASK,
                    "gathers, computes and tells many: idle workers can take it over"),
            new Rule(
                    "HighCPU",
                    "2.5.3",
                    Set.of(FALSE),
                    Set.of(),
                    Set.of(ROUTER),
                    Set.of(),
                    Set.of(MATH),
                    Policy.TASK,
                    "computes and sends little: idle workers can take it over"),
            new Rule(
                    "LowCPU",
                    "2.5.4",
                    Set.of(FALSE),
                    Set.of(),
                    Set.of(LEAF),
                    Set.of(),
                    Set.of(IO),
                    Policy.MONITOR,
                    "does little and sends nothing: handing a message over costs more than processing it"),
            new Rule(
                    "Hub",
                    "2.5.5",
                    Set.of(FALSE),
                    Set.of(NIL),
                    Set.of(SCATTER),
                    Set.of(),
                    Set.of(IO),
                    Policy.TASK,
                    "sends to many and computes little: it shares a thread with its receivers"),
            new Rule(
                    "Affinity",
                    "2.5.6",
                    Set.of(FALSE),
                    Set.of(),
                    Set.of(ROUTER),
                    Set.of(REQUEST_REPLY),
                    Set.of(IO),
                    Policy.MONITOR,
                    "passes on a hub's messages: it runs on the hub's thread"),
            new Rule(
                    "Master1",
                    "2.5.7",
                    Set.of(FALSE),
                    Set.of(FIXED, VARIABLE),
                    Set.of(SCATTER),
                    Set.of(),
                    Set.of(IO),
                    Policy.TASK,
                    "hands out work and goes idle"),
            new Rule(
                    "Master2",
                    "2.5.7",
                    Set.of(FALSE),
                    Set.of(),
                    Set.of(ROUTER),
                    Set.of(GATHER),
                    Set.of(IO),
                    Policy.TASK,
                    "waits for messages from others: a thread of its own would be idle"),
            new Rule(
                    "Worker",
                    "2.5.8",
                    Set.of(FALSE),
                    Set.of(),
                    Set.of(LEAF),
                    Set.of(),
                    Set.of(MATH),
                    Policy.TASK,
                    "computes and sends nothing: idle workers can take it over"));

    /**
     * Returns whether a vector of known values meets the rule.
     *
     * @param vector the values
     * @return whether each is one that the rule asks for
     */
    boolean fits(Known vector) {
        return fits(blocking, vector.blocking())
                && fits(state, vector.state())
                && fits(outgoing, vector.outgoing())
                && fits(incoming, vector.incoming())
                && fits(work, vector.work());
    }

    private static <V> boolean fits(Set<V> asked, V value) {
        return asked.isEmpty() || asked.contains(value);
    }

    /** The values that the diagram asks for; π decides nothing. */
    record Known(Blocking blocking, State state, Outgoing outgoing, Incoming incoming, Work work) {}
}
