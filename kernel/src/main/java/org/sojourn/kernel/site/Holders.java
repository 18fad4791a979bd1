package org.sojourn.kernel.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * Why a place is active, in words: main, keep-alives, timers, awaited futures, moves, and the turns that run, one of
 * which may never end. Somebody who wonders why a run doesn't end reads this; termination detection counts {@link
 * Site#hold} and reads none of it.
 *
 * <p>Sentences are made on demand, while the place goes on: they are exact only when the place stands still.
 */
public final class Holders {
    /** Frames shown of a stack; more lead nowhere. */
    private static final int FRAMES = 8;

    private static final int TRIES = 5;

    private static final List<String> OURS =
            List.of("org.sojourn.kernel.", "org.sojourn.host.", "jdk.internal.", "java.lang.reflect.");

    private final Site site;
    private final Map<Object, Supplier<String>> others = new ConcurrentHashMap<>();

    /**
     * Holders of which there may be very many: only as many are asked as are shown. They say nothing if they are over
     * by then.
     */
    private final Set<Supplier<String>> many = ConcurrentHashMap.newKeySet();

    private final List<Supplier<List<String>>> sources = new CopyOnWriteArrayList<>();

    Holders(Site site) {
        this.site = site;
    }

    /**
     * Somebody holds the place.
     *
     * @param who to be {@linkplain #remove removed}
     * @param sentence says who that is, and since when or where; asked by any thread
     */
    public void add(Object who, Supplier<String> sentence) {
        others.put(who, sentence);
    }

    public void remove(Object who) {
        others.remove(who);
    }

    /** As {@link #add(Object, Supplier)}, for one of very many. */
    public void addOne(Supplier<String> sentence) {
        many.add(sentence);
    }

    public void removeOne(Supplier<String> sentence) {
        many.remove(sentence);
    }

    /** Registers what knows of holders when it is asked. */
    public void source(Supplier<List<String>> sentences) {
        sources.add(sentences);
    }

    /**
     * {@return what holds the place, the program's first; if it is more than {@code most}, the last sentence says how
     * many more}
     */
    public List<String> describe(int most) {
        List<String> sentences = new ArrayList<>(others());
        sources.forEach(each -> sentences.addAll(each.get()));
        int all = sentences.size() + many.size();
        for (Supplier<String> each : many) {
            if (sentences.size() >= most) {
                break;
            }
            String sentence = each.get();
            if (sentence.isEmpty()) {
                all--; // over by now
            } else {
                sentences.add(sentence);
            }
        }
        if (sentences.isEmpty() && site.isHeld()) {
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
     * In alphabetical order. Main goes on while it is asked where it is, which takes long early in the life of a JVM:
     * if the holders are others by then, they are asked again, a few times.
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
     * {@return the innermost frames of a thread that are the program's} Of the calling thread, which has asked for a dump, those of the dump
     * itself are left out: all up to the first that is neither ours nor the JDK's.
     */
    public static String frames(Thread thread) {
        StringBuilder text = new StringBuilder();
        int shown = 0;
        boolean isDumping = thread == Thread.currentThread();
        for (StackTraceElement each : thread.getStackTrace()) {
            isDumping &= isOfJdk(each) || isOurs(each);
            if (!isDumping && shown < FRAMES && !isOurs(each)) {
                text.append(shown++ == 0 ? "; at " : " < ").append(each);
            }
        }
        return text.toString();
    }

    private static boolean isOurs(StackTraceElement frame) {
        return OURS.stream().anyMatch(frame.getClassName()::startsWith);
    }

    private static boolean isOfJdk(StackTraceElement frame) {
        return frame.getModuleName() != null && frame.getModuleName().startsWith("java.");
    }
}
