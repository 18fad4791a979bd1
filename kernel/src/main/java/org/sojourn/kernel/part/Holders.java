package org.sojourn.kernel.part;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The reasons why a place is active, in words: main, keep-alives, timers, awaited futures, moves, and the turns that run, of which one
 * that doesn't end may have just begun. They answer the question why a run doesn't end. Termination detection counts {@link Kernel#hold},
 * and reads none of this.
 *
 * <p>Sentences are made on demand, while the place goes on: they are exact only when the place stands still.
 */
public final class Holders {
    /** The number of frames shown of a stack; more would say nothing new. */
    private static final int FRAMES = 8;

    private static final int TRIES = 5;

    private static final List<String> OURS =
            List.of("org.sojourn.kernel.", "org.sojourn.host.", "jdk.internal.", "java.lang.reflect.");

    private final Kernel kernel;
    private final Map<Object, Supplier<String>> others = new ConcurrentHashMap<>();

    /** The parts that wait for timers or futures. */
    private final Set<Awaiting> awaiting = ConcurrentHashMap.newKeySet();

    Holders(Kernel kernel) {
        this.kernel = kernel;
    }

    /**
     * Adds a holder of the place.
     *
     * @param who the holder; compared by its {@code equals}
     * @param sentence says who that is, and since when or where; called by any thread
     */
    public void add(Object who, Supplier<String> sentence) {
        others.put(who, sentence);
    }

    /**
     * Removes a holder.
     *
     * @param who the holder that was added
     */
    public void remove(Object who) {
        others.remove(who);
    }

    void add(Awaiting waits) {
        awaiting.add(waits);
    }

    void remove(Awaiting waits) {
        awaiting.remove(waits);
    }

    /** Returns a sentence for each holder, the program's own first. If there are more than {@code most}, the last counts the rest. */
    List<String> describe(int most) {
        List<String> sentences = new ArrayList<>(others());
        sentences.addAll(Dump.turns(kernel));
        List<String> moves = kernel.mover().underWay();
        int threads = kernel.muting().threads();
        int all = sentences.size() + awaiting.size() + moves.size() + (threads > 0 ? 1 : 0);
        for (Awaiting each : awaiting) {
            if (sentences.size() >= most) {
                break;
            }
            String sentence = each.describe();
            if (sentence.isEmpty()) {
                all--; // over by now
            } else {
                sentences.add(sentence);
            }
        }
        sentences.addAll(moves);
        if (threads > 0) {
            sentences.add(threads + " threads that are no selectors, which wait in send");
        }
        if (sentences.isEmpty() && kernel.isHeld()) {
            sentences.add("the runtime itself: mail, moves or losses that aren't settled yet");
        }
        if (all <= most) {
            return sentences;
        }
        List<String> first = new ArrayList<>(sentences.subList(0, Math.min(most - 1, sentences.size())));
        first.add("and " + (all - first.size()) + " more");
        return first;
    }

    /**
     * In the order of the alphabet. Main goes on while it is asked where it is, and early in the life of a JVM that takes long: if
     * the holders are others by then, they are asked again, a few times.
     */
    private List<String> others() {
        List<String> sentences = List.of();
        Set<Object> asked = Set.of();
        for (int i = 0; i < TRIES && (i == 0 || !asked.equals(others.keySet())); i++) {
            asked = Set.copyOf(others.keySet());
            sentences = others.values().stream().map(Supplier::get).sorted().toList();
        }
        return sentences;
    }

    /**
     * Says where a thread of the program is.
     *
     * @param thread the thread
     * @return its innermost frames, without ours
     */
    public static String frames(Thread thread) {
        StringBuilder text = new StringBuilder();
        int shown = 0;
        for (StackTraceElement each : thread.getStackTrace()) {
            if (shown < FRAMES && OURS.stream().noneMatch(each.getClassName()::startsWith)) {
                text.append(shown++ == 0 ? "; at " : " < ").append(each);
            }
        }
        return text.toString();
    }
}
