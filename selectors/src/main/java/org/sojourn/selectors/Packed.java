package org.sojourn.selectors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;

/**
 * What moves with a selector besides its fields: its mailboxes, in words, for places that don't know its kind; their
 * conditions; the behaviour that it has become; its translations of exit notices.
 *
 * <pre>
 *   body, words, counts, [behaviour], handle and translation of each, class and condition of each
 * </pre>
 *
 * Lambdas stand in the array itself, because the codec describes them there only.
 */
record Packed(
        Selector<?> body,
        String[] words,
        @Nullable Object behaviour,
        List<Handle<?>> watched,
        List<Object> translations,
        List<String> conditionOf,
        List<Object> conditions) {
    Object[] toArray() {
        List<Object> all = new ArrayList<>();
        all.add(body);
        all.add(words);
        all.add(new int[] {behaviour == null ? 0 : 1, watched.size(), conditions.size()});
        if (behaviour != null) {
            all.add(behaviour);
        }
        for (int i = 0; i < watched.size(); i++) {
            all.add(watched.get(i));
            all.add(translations.get(i));
        }
        for (int i = 0; i < conditions.size(); i++) {
            all.add(conditionOf.get(i));
            all.add(conditions.get(i));
        }
        return all.toArray();
    }

    /** The object in its type: what had it before the move has it still. */
    @SuppressWarnings("unchecked") // that can't be checked; a lambda of another interface fails where it is called
    static <T> T restored(Object moved) {
        return (T) moved;
    }

    static Packed of(Object[] array) {
        if (array.length < 3
                || !(array[0] instanceof Selector<?> body)
                || !(array[1] instanceof String[] words)
                || !(array[2] instanceof int[] counts)
                || counts.length != 3
                || words.length % Mailbox.WORDS != 0
                || array.length != 3 + counts[0] + 2 * (counts[1] + counts[2])) {
            throw new MalformedException("a selector has moved here that can't be read");
        }
        Iterator<Object> rest = Arrays.asList(array).listIterator(3);
        Object behaviour = counts[0] == 0 ? null : rest.next();
        List<Handle<?>> watched = new ArrayList<>();
        List<Object> translations = new ArrayList<>();
        for (int i = 0; i < counts[1]; i++) {
            watched.add((Handle<?>) rest.next());
            translations.add(rest.next());
        }
        List<String> conditionOf = new ArrayList<>();
        List<Object> conditions = new ArrayList<>();
        for (int i = 0; i < counts[2]; i++) {
            conditionOf.add((String) rest.next());
            conditions.add(rest.next());
        }
        return new Packed(body, words, behaviour, watched, translations, conditionOf, conditions);
    }
}
