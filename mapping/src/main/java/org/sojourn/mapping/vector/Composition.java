package org.sojourn.mapping.vector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes the vector of a kind from those of its handlers.
 *
 * <p>The paper composes two handlers at a time (its Figure 6) and says that the order doesn't matter. For ρ→ it does: of the
 * 216 triples of (ρ→, ρ←), 8 depend on it. What its pairs have in common is that handlers which gather speak for
 * the kind, as those run most often. So here the rule is given for all handlers at once, and agrees with each pair of the paper:
 *
 * <ul>
 *   <li>β: true if any is. ρ←: gather if any is.
 *   <li>ω: math if any handler that gathers computes; if none gathers, if any computes.
 *   <li>π: async if any handler that gathers is; otherwise, among those that aren't async, sync if any is, else future.
 *   <li>ρ→: the widest among the handlers that gather and send; if none does, among all.
 * </ul>
 *
 * <p>An unknown value stands for each that it may be: if all of them give the same result, that is the result; otherwise it
 * is unknown. (G. Upadhyaya, H. Rajan, 2015, section 2.3.5.)
 */
public final class Composition {
    private Composition() {}

    /**
     * Composes.
     *
     * @param state of the kind
     * @param handlers their vectors; none makes a kind that does nothing
     * @return the kind's vector
     */
    public static CVector of(Finding<State> state, List<CVector> handlers) {
        if (handlers.isEmpty()) {
            return new CVector(
                    new Finding<>(Blocking.FALSE, "no handlers", null),
                    state,
                    new Finding<>(Parallelism.ASYNC, "no handlers", null),
                    new Finding<>(Outgoing.LEAF, "no handlers", null),
                    new Finding<>(Incoming.GATHER, "no handlers", null),
                    new Finding<>(Work.IO, "no handlers", null));
        }
        return new CVector(
                field(handlers, CVector::blocking, Blocking.class, Composition::blocking),
                state,
                field(handlers, CVector::parallelism, Parallelism.class, Composition::parallelism),
                field(handlers, CVector::outgoing, Outgoing.class, Composition::outgoing),
                field(handlers, CVector::incoming, Incoming.class, Composition::incoming),
                field(handlers, CVector::work, Work.class, Composition::work));
    }

    /** What one handler says: a value, and whether it gathers. */
    private record Voice<V>(V value, boolean gathers) {}

    /** Which value the known handlers alone lead to, or null if they can't say; unknown ones are tried in all ways. */
    private static <V extends Enum<V>> Finding<V> field(
            List<CVector> handlers,
            Function<CVector, Finding<V>> field,
            Class<V> type,
            Function<List<Voice<V>>, V> compose) {
        V unknown = Objects.requireNonNull(type.getEnumConstants())[type.getEnumConstants().length - 1];
        List<V> known = Arrays.stream(type.getEnumConstants())
                .filter(value -> value != unknown)
                .toList();
        List<Voice<V>> voices = new ArrayList<>();
        List<CVector> open = new ArrayList<>();
        for (CVector handler : handlers) {
            boolean isOpen = field.apply(handler).value() == unknown
                    || handler.incoming().value() == Incoming.UNKNOWN;
            if (isOpen) {
                open.add(handler);
            } else {
                voices.add(voice(handler, field.apply(handler).value()));
            }
        }
        V result = open.isEmpty() ? compose.apply(voices) : agreed(voices, open, field, known, unknown, compose);
        return reasoned(handlers, field, result);
    }

    private static <V> Voice<V> voice(CVector handler, V value) {
        return new Voice<>(value, handler.incoming().value() == Incoming.GATHER);
    }

    /**
     * Unknown handlers are alike: whatever any number of them may be is covered by each of the values once, alone and in pairs, as
     * every rule asks only which values are there.
     */
    private static <V extends Enum<V>> V agreed(
            List<Voice<V>> voices,
            List<CVector> open,
            Function<CVector, Finding<V>> field,
            List<V> known,
            V unknown,
            Function<List<Voice<V>>, V> compose) {
        V found = null;
        List<Voice<V>> choices = new ArrayList<>();
        for (V value : known) {
            choices.add(new Voice<>(value, true));
            choices.add(new Voice<>(value, false));
        }
        for (Voice<V> one : choices) {
            for (Voice<V> other : choices) {
                if (fits(one, open.getFirst(), field, unknown) && fits(other, open.getLast(), field, unknown)) {
                    List<Voice<V>> all = new ArrayList<>(voices);
                    all.add(one);
                    all.add(other);
                    V result = compose.apply(all);
                    if (found != null && found != result) {
                        return unknown;
                    }
                    found = result;
                }
            }
        }
        return found == null ? unknown : found;
    }

    private static <V extends Enum<V>> boolean fits(
            Voice<V> voice, CVector handler, Function<CVector, Finding<V>> field, V unknown) {
        V value = field.apply(handler).value();
        Incoming incoming = handler.incoming().value();
        return (value == unknown || value == voice.value())
                && (incoming == Incoming.UNKNOWN || voice.gathers() == (incoming == Incoming.GATHER));
    }

    /** The reason is that of the first handler that gathers and has the value, or of the first that has it. */
    private static <V extends Enum<V>> Finding<V> reasoned(
            List<CVector> handlers, Function<CVector, Finding<V>> field, V value) {
        @Nullable Finding<V> first = null;
        for (CVector handler : handlers) {
            Finding<V> finding = field.apply(handler);
            if (finding.value() == value) {
                if (handler.incoming().value() == Incoming.GATHER) {
                    return finding;
                }
                first = first == null ? finding : first;
            }
        }
        return first == null ? new Finding<>(value, "composed of all handlers", null) : first;
    }

    // ---- the rules ------------------------------------------------------------------------------------------------

    private static Blocking blocking(List<Voice<Blocking>> voices) {
        return voices.stream().anyMatch(voice -> voice.value() == Blocking.TRUE) ? Blocking.TRUE : Blocking.FALSE;
    }

    private static Incoming incoming(List<Voice<Incoming>> voices) {
        return voices.stream().anyMatch(voice -> voice.value() == Incoming.GATHER)
                ? Incoming.GATHER
                : Incoming.REQUEST_REPLY;
    }

    private static Work work(List<Voice<Work>> voices) {
        return spokesmen(voices, any -> true).stream().anyMatch(voice -> voice.value() == Work.MATH)
                ? Work.MATH
                : Work.IO;
    }

    private static Parallelism parallelism(List<Voice<Parallelism>> voices) {
        if (voices.stream().anyMatch(voice -> voice.value() == Parallelism.ASYNC && voice.gathers())) {
            return Parallelism.ASYNC;
        }
        return voices.stream()
                .map(Voice::value)
                .filter(value -> value != Parallelism.ASYNC)
                .collect(Collectors.reducing((one, other) -> one == other ? one : Parallelism.SYNC))
                .orElse(Parallelism.ASYNC);
    }

    private static Outgoing outgoing(List<Voice<Outgoing>> voices) {
        return spokesmen(voices, voice -> voice.value() != Outgoing.LEAF).stream()
                .map(Voice::value)
                .max(Outgoing::compareTo)
                .orElse(Outgoing.LEAF);
    }

    /** The handlers that gather and say something, or else all. */
    private static <V> List<Voice<V>> spokesmen(List<Voice<V>> voices, Predicate<Voice<V>> says) {
        List<Voice<V>> gathering =
                voices.stream().filter(Voice::gathers).filter(says).toList();
        return gathering.isEmpty() ? voices : gathering;
    }
}
