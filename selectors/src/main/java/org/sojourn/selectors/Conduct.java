package org.sojourn.selectors;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a selector deals with messages where that isn't its {@code process} alone: the behaviour that it has become, and its
 * translations of exit notices. One object for both, so that a selector has one field, null as a rule, and looks at one.
 */
final class Conduct<M> {
    private @Nullable Behaviour<? super M> behaviour;
    private @Nullable Map<Handle<?>, Function<Exited, ? extends M>> exits;

    void become(@Nullable Behaviour<? super M> next) {
        behaviour = next;
    }

    void translate(Handle<?> who, Function<Exited, ? extends M> translation) {
        if (exits == null) {
            exits = new HashMap<>();
        }
        exits.put(who, translation);
    }

    void process(Selector<M> self, M message) throws Exception {
        M next = translated(message);
        Behaviour<? super M> now = behaviour;
        if (now == null) {
            self.process(next);
        } else {
            now.process(next);
        }
    }

    private M translated(M message) {
        if (exits != null && message instanceof Exited exited) {
            Function<Exited, ? extends M> translation = exits.remove(exited.who());
            if (translation != null) {
                return Objects.requireNonNull(translation.apply(exited));
            }
        }
        return message;
    }
}
