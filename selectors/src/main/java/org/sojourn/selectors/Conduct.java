package org.sojourn.selectors;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a selector deals with messages where that isn't its {@code process} alone: the behaviour that it has become, and its
 * translations of exit notices. One object for both, so that a selector has one field, null as a rule, and looks at one.
 */
final class Conduct<M> {
    private @Nullable Behaviour<? super M> behaviour;
    private @Nullable Map<Handle<?>, Selector.Translation<? extends M>> exits;

    Packed pack(Selector<M> self, String[] words, List<String> conditionOf, List<Object> conditions) {
        List<Handle<?>> watched = new ArrayList<>();
        List<Object> translations = new ArrayList<>();
        if (exits != null) {
            exits.forEach((who, translation) -> {
                watched.add(who);
                translations.add(translation);
            });
        }
        return new Packed(self, words, behaviour, watched, translations, conditionOf, conditions);
    }

    /** The conduct that has moved with a selector, or null. */
    static <M> @Nullable Conduct<M> of(Packed packed) {
        if (packed.behaviour() == null && packed.watched().isEmpty()) {
            return null;
        }
        Conduct<M> moved = new Conduct<>();
        moved.behaviour = packed.behaviour() == null ? null : Packed.restored(packed.behaviour());
        for (int i = 0; i < packed.watched().size(); i++) {
            moved.translate(
                    packed.watched().get(i),
                    Packed.restored(packed.translations().get(i)));
        }
        return moved;
    }

    void become(@Nullable Behaviour<? super M> next) {
        behaviour = next;
    }

    void translate(Handle<?> who, Selector.Translation<? extends M> translation) {
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
            Selector.Translation<? extends M> translation = exits.remove(exited.who());
            if (translation != null) {
                return Objects.requireNonNull(translation.apply(exited));
            }
        }
        return message;
    }
}
