package org.sojourn.selectors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sojourn.kernel.ask.Question;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.port.MalformedException;

/**
 * The continuations of answers that a selector waits for, when it moves.
 *
 * <pre>
 *   numbers: joins, each join, then for each question: ALONE and its stages, or a join and the place in it
 *   objects: what those refer to, in the same order
 * </pre>
 *
 * Packed it is the numbers, and then the objects, in one array: lambdas stand in the array itself, because the codec
 * describes them there only.
 */
final class Continuations {
    /** A question that is part of no join. */
    private static final int ALONE = -1;

    private final List<Integer> numbers = new ArrayList<>();
    private final List<Object> objects = new ArrayList<>();
    private int numbersRead;
    private int objectsRead;

    private Continuations() {}

    static Object[] pack(List<Question> open) {
        Continuations all = new Continuations();
        Map<Join<?>, Integer> joins = new LinkedHashMap<>();
        for (Question each : open) {
            if (each instanceof Join<?>.Slot<?> slot) {
                joins.putIfAbsent(slot.join(), joins.size());
            }
        }
        all.number(joins.size());
        joins.keySet().forEach(each -> each.pack(all));
        for (Question each : open) {
            if (each instanceof Join<?>.Slot<?> slot) {
                all.number(Objects.requireNonNull(joins.get(slot.join())));
                all.number(slot.index);
            } else {
                all.number(ALONE);
                ((Answer.Asked<?>) each).answer.pack(all);
            }
        }
        all.objects.add(0, all.numbers.stream().mapToInt(Integer::intValue).toArray());
        return all.objects.toArray();
    }

    static List<? extends Question> unpack(Cell cell, List<Question.Moved> moved, Object[] packed) {
        if (packed.length == 0 || !(packed[0] instanceof int[] numbers)) {
            throw new MalformedException("a selector has moved here with continuations that can't be read");
        }
        Continuations all = new Continuations();
        Arrays.stream(numbers).forEach(all::number);
        all.objects.addAll(Arrays.asList(packed).subList(1, packed.length));
        List<Join<Object>> joins = new ArrayList<>();
        for (int i = all.number(); i > 0; i--) {
            joins.add(Join.unpack(cell, all));
        }
        List<TypedQuestion<Object>> asked = new ArrayList<>();
        for (Question.Moved each : moved) {
            int join = all.number();
            if (join == ALONE) {
                Answer.Asked<Object> alone =
                        new Answer.Asked<>(SelectorPlace.of(cell).kernel().site(), cell, each.receiver(), each.what());
                alone.answer.unpack(all);
                asked.add(alone);
            } else if (join >= 0 && join < joins.size()) {
                asked.add(joins.get(join).open(each.receiver(), all.number()));
            } else {
                throw new MalformedException("a question of join " + join + " of " + joins.size());
            }
        }
        return asked;
    }

    void number(int value) {
        numbers.add(value);
    }

    void object(Object value) {
        objects.add(value);
    }

    int number() {
        if (numbersRead == numbers.size()) {
            throw new MalformedException("continuations with fewer numbers than they say");
        }
        return numbers.get(numbersRead++);
    }

    /** The next object; null is an answer like any other. */
    Object object() {
        if (objectsRead == objects.size()) {
            throw new MalformedException("continuations with fewer objects than they say");
        }
        return objects.get(objectsRead++);
    }

    <T> T object(Class<T> type) {
        Object next = object();
        if (!type.isInstance(next)) {
            throw new MalformedException("continuations without a " + type.getName() + " where they say one is");
        }
        return type.cast(next);
    }
}
