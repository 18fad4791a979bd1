package org.sojourn.mapping.vector;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The characteristics vector of a handler or a kind, each field with what decided it. (G. Upadhyaya, H. Rajan, <i>Effectively
 * Mapping Linguistic Abstractions for Message-passing Concurrency to Threads on the Java Virtual Machine</i>, 2015, section 2.2.)
 *
 * @param blocking β
 * @param state σ
 * @param parallelism π
 * @param outgoing ρ→
 * @param incoming ρ←
 * @param work ω
 */
public record CVector(
        Finding<Blocking> blocking,
        Finding<State> state,
        Finding<Parallelism> parallelism,
        Finding<Outgoing> outgoing,
        Finding<Incoming> incoming,
        Finding<Work> work) {
    /** The names of the fields, in order. */
    public static final List<String> FIELDS =
            List.of("blocking", "state", "parallelism", "outgoing", "incoming", "work");

    /**
     * Makes a vector of bare values, to compare with.
     *
     * @param blocking β
     * @param state σ
     * @param parallelism π
     * @param outgoing ρ→
     * @param incoming ρ←
     * @param work ω
     * @return the vector, without reasons
     */
    public static CVector of(
            Blocking blocking, State state, Parallelism parallelism, Outgoing outgoing, Incoming incoming, Work work) {
        return new CVector(
                new Finding<>(blocking, "", null),
                new Finding<>(state, "", null),
                new Finding<>(parallelism, "", null),
                new Finding<>(outgoing, "", null),
                new Finding<>(incoming, "", null),
                new Finding<>(work, "", null));
    }

    /**
     * Returns the fields.
     *
     * @return in the order of {@link #FIELDS}
     */
    public List<Finding<?>> fields() {
        return List.of(blocking, state, parallelism, outgoing, incoming, work);
    }

    /** Returns the values as the paper writes them. */
    @Override
    public String toString() {
        return fields().stream()
                .map(field -> field.value().name().equals("UNKNOWN")
                        ? "?"
                        : field.value().toString())
                .collect(Collectors.joining(", ", "<", ">"));
    }
}
