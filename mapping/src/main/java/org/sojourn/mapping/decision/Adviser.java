package org.sojourn.mapping.decision;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.mapping.analysis.Traits;
import org.sojourn.mapping.vector.Blocking;
import org.sojourn.mapping.vector.Outgoing;
import org.sojourn.mapping.vector.Work;

/**
 * Decides for all kinds of a program together.
 *
 * <p>First the diagram decides for each. VIRTUAL is only for what gives its carrier up while it waits: sockets, locks, timers. What waits
 * for a file doesn't, and there are as few carriers as cores; it gets a thread, as all that blocks does by the paper's rule. MONITOR and SEQ run a receiver on its sender's stack, so they are kept only with a
 * proof: no handler blocks or computes for long, nothing about that is unknown, and what the kind sends can't come back to it by
 * way of kinds that run on their senders as well. The last part is a greatest fixed point: kinds that lose their proof stop
 * being ways back for others, so those in a cycle are taken out one at a time, in the order of their names, until no cycle is left.
 *
 * <p>SEQ is for a kind with that proof, which sends nothing, whose only sender is the only kind that creates it: there is nobody to
 * wait for. The paper's rules never yield it, though its text assigns it to such a kind (fasta's FloatProbFreq).
 *
 * <p>Last, the paper's cVector+ (appendix B): where several kinds that run as tasks and compute little send to one kind that runs on
 * its senders, half as many threads contend less. The paper asks for senders that its own rules make monitors (router,
 * request-reply, io); here the topology alone decides.
 */
public final class Adviser {
    private Adviser() {}

    /**
     * Advises.
     *
     * @param all the kinds
     * @param graph who sends to whom
     * @return in the same order
     */
    public static List<Advice> advise(List<Traits> all, Graph graph) {
        Map<String, Decision> decisions = new LinkedHashMap<>();
        for (Traits traits : all) {
            decisions.put(traits.kind().name(), proved(traits, unpinned(traits, Decision.of(traits.vector()))));
        }
        breakCycles(decisions, graph);
        confine(all, decisions, graph);
        List<Advice> advice = new ArrayList<>();
        for (Traits traits : all) {
            String name = traits.kind().name();
            Decision decision = decisions.getOrDefault(name, Decision.of(traits.vector()));
            advice.add(new Advice(
                    traits,
                    decision,
                    chosen(traits.kind().chosen()),
                    graph.next(name),
                    graph.before(name),
                    crowd(decision, name, all, decisions, graph)));
        }
        return advice;
    }

    private static @Nullable Policy chosen(@Nullable String name) {
        for (Policy policy : Policy.values()) {
            if (policy.name().equals(name)) {
                return policy;
            }
        }
        return null;
    }

    /** A virtual thread is only for what gives its carrier up while it waits. */
    private static Decision unpinned(Traits traits, Decision decision) {
        if (decision.policy() != Policy.VIRTUAL) {
            return decision;
        }
        return traits.handlers().stream()
                .flatMap(each -> Stream.ofNullable(each.file()))
                .findFirst()
                .map(file -> new Decision(
                        Policy.THREAD,
                        Decision.FILES,
                        "waits for files, where a virtual thread would keep its carrier from all others: " + file))
                .orElse(decision);
    }

    /** Asks each handler what the composed vector may hide. */
    private static Decision proved(Traits traits, Decision decision) {
        if (!decision.policy().isOnSender()) {
            return decision;
        }
        for (Traits.OfHandler each : traits.handlers()) {
            if (each.vector().blocking().value() != Blocking.FALSE) {
                return unproved(
                        decision, each.handler().shown() + ": " + each.vector().blocking());
            }
            if (each.vector().work().value() != Work.IO) {
                return unproved(
                        decision, each.handler().shown() + ": " + each.vector().work());
            }
        }
        return decision;
    }

    private static Decision unproved(Decision decision, String why) {
        return new Decision(
                Policy.TASK,
                decision.rule() + ", no proof",
                "would run on its senders, but isn't proved short: " + why);
    }

    private static void breakCycles(Map<String, Decision> decisions, Graph graph) {
        for (String name : new TreeSet<>(decisions.keySet())) {
            Set<String> onSenders = new TreeSet<>();
            decisions.forEach((kind, decision) -> {
                if (decision.policy().isOnSender()) {
                    onSenders.add(kind);
                }
            });
            Decision decision = decisions.get(name);
            if (decision != null && onSenders.contains(name) && graph.isInCycle(name, onSenders)) {
                decisions.put(
                        name,
                        unproved(decision, "its messages come back to it by way of kinds that run on their senders"));
            }
        }
    }

    private static void confine(List<Traits> all, Map<String, Decision> decisions, Graph graph) {
        for (Traits traits : all) {
            String name = traits.kind().name();
            Decision decision = decisions.get(name);
            boolean isAlone =
                    graph.before(name).size() == 1 && graph.before(name).equals(graph.makers(name));
            if (decision != null
                    && decision.policy() == Policy.MONITOR
                    && traits.vector().outgoing().value() == Outgoing.LEAF
                    && isAlone) {
                decisions.put(
                        name,
                        new Decision(
                                Policy.SEQ,
                                decision.rule() + ", one sender",
                                "only " + graph.before(name).iterator().next()
                                        + " creates it and sends to it: a send is a call"));
            }
        }
    }

    private static String crowd(
            Decision decision, String name, List<Traits> all, Map<String, Decision> decisions, Graph graph) {
        if (!decision.policy().isOnSender()) {
            return "";
        }
        List<String> crowd = all.stream()
                .filter(traits -> graph.before(name).contains(traits.kind().name()))
                .filter(traits -> traits.vector().work().value() == Work.IO)
                .map(traits -> traits.kind().name())
                .filter(sender -> {
                    Decision of = decisions.get(sender);
                    return of != null && of.policy() == Policy.TASK;
                })
                .toList();
        return crowd.isEmpty()
                ? ""
                : "cVector+: " + String.join(", ", crowd) + " crowd into it; half as many workers contend less";
    }
}
