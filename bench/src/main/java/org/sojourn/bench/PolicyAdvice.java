package org.sojourn.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sojourn.mapping.decision.Advice;
import org.sojourn.mapping.decision.Policy;

/**
 * What the mapping says of a program's kinds.
 *
 * @param kinds each with its policy and the reason, in the order of their names
 */
record PolicyAdvice(List<Kind> kinds) {
    private static final String FLAG = "-Dsojourn.policy=";
    private static final String PLAIN_POOL = "WORK_STEALING";

    /**
     * A kind.
     *
     * @param name its binary name
     * @param policy what is advised
     * @param rule that fired
     * @param because the rule's reason
     * @param vector what the kind does, as the mapping shows it
     */
    record Kind(String name, Policy policy, String rule, String because, String vector) {
        /** The last part of the name. */
        String shown() {
            return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
        }

        private Kind under(Policy other) {
            return new Kind(name, other, rule, because, vector);
        }
    }

    /**
     * Two kinds whose policies are exchanged, to see whether the choice matters.
     *
     * @param first one kind
     * @param second a kind with another policy
     */
    record Swap(Kind first, Kind second) {
        String what() {
            return "%s %s, %s %s".formatted(first.shown(), second.policy(), second.shown(), first.policy());
        }
    }

    /** Picks those whose names begin so. */
    static PolicyAdvice of(List<Advice> all, List<String> classes) {
        return new PolicyAdvice(all.stream()
                .filter(advice -> CorpusProgram.isOneOf(advice.name(), classes))
                .map(advice -> new Kind(
                        advice.name(),
                        advice.policy(),
                        advice.decision().rule(),
                        advice.decision().because(),
                        advice.traits().vector().toString()))
                .toList());
    }

    /** Returns the flag that has each kind run so. */
    String rules() {
        return rules(Policy::name);
    }

    /** Returns the same with a plain pool for TASK, which measures turns and would run the short ones on their senders. */
    String plainRules() {
        return rules(policy -> policy == Policy.TASK ? PLAIN_POOL : policy.name());
    }

    private String rules(Function<Policy, String> name) {
        return kinds.stream()
                .map(kind -> kind.name() + '=' + name.apply(kind.policy()))
                .collect(Collectors.joining(",", FLAG, ""));
    }

    /** Returns this with each of two kinds under the other's policy. */
    PolicyAdvice exchanged(Swap swap) {
        return new PolicyAdvice(kinds.stream()
                .map(kind -> kind.equals(swap.first())
                        ? kind.under(swap.second().policy())
                        : kind.equals(swap.second()) ? kind.under(swap.first().policy()) : kind)
                .toList());
    }

    /** Returns the dispatchers of {@code sojourn map --pekko} for the kinds that have another than tasks. */
    String dispatchers() {
        return kinds.stream()
                .map(kind -> kind.name() + '=' + dispatcher(kind.policy()))
                .collect(Collectors.joining(","));
    }

    private static String dispatcher(Policy policy) {
        return switch (policy) {
            case THREAD -> "sojourn.thread";
            case VIRTUAL -> "sojourn.blocking";
            case TASK, MONITOR, SEQ -> "sojourn.task";
        };
    }

    /** Returns the two kinds whose policies differ most, the first by name of several; none if all run alike. */
    Optional<Swap> swap() {
        List<Swap> swaps = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            for (int j = i + 1; j < kinds.size(); j++) {
                if (kinds.get(i).policy() != kinds.get(j).policy()) {
                    swaps.add(new Swap(kinds.get(i), kinds.get(j)));
                }
            }
        }
        return swaps.stream()
                .max(Comparator.comparingInt(PolicyAdvice::distance)
                        .thenComparing(Swap::what, Comparator.reverseOrder()));
    }

    private static int distance(Swap swap) {
        return Math.abs(
                closeness(swap.first().policy()) - closeness(swap.second().policy()));
    }

    /** How close to its senders a kind runs: on a thread of its own, on those that all share, or on theirs. */
    private static int closeness(Policy policy) {
        return switch (policy) {
            case THREAD -> 0;
            case VIRTUAL -> 1;
            case TASK -> 2;
            case MONITOR -> 3;
            case SEQ -> 4;
        };
    }
}
