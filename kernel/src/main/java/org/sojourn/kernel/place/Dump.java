package org.sojourn.kernel.place;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Standing;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.site.Site;

/**
 * What a place does and what it waits for, in words: what runs on its threads, under whichever policy, and where; who waits for
 * whose answer, who is muted by whom, who is paused, who holds how much mail, and what keeps the run open.
 *
 * <p>It is taken while the place goes on. Each sentence is of some moment, and the sentences of different moments; of a place
 * that stands still they are exact. A part that is idle, holds no mail and waits for nothing is only counted with its kind.
 *
 * @param summary which place, and how many parts of which kinds live there
 * @param sentences what there is to say, at most {@link Bound#DUMP_LINES} of each sort and one that says that there is more
 */
public record Dump(String summary, Map<Sort, List<String>> sentences) {
    private static final int LINES = Bound.DUMP_LINES.intValue();

    /** The frames shown of a stack: more lead nowhere. */
    private static final int FRAMES = 12;

    /** What calls a part's code. */
    private static final String OURS = "org.sojourn.kernel.";

    /** What a sentence is about. */
    public enum Sort {
        /** What a worker runs. */
        RUNS,
        /** Who waits for whose answer. */
        WAITS,
        /** Who is muted by whom. */
        MUTED,
        /** Who is paused. */
        PAUSED,
        /** Who holds how much mail, and which mail the place holds back for those who are moving. */
        HOLDS,
        /** What keeps the run open: main, keep-alives, timers, futures, moves, and the turns that run. */
        OPEN;

        /** {@return how people are shown it: one word, such as {@code waits}} */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Takes a dump. May be called by any thread.
     *
     * @param kernel of the place
     * @return what can be said of it now
     */
    public static Dump of(Kernel kernel) {
        List<String> kinds = new ArrayList<>();
        for (Map.Entry<String, Long> kind : kernel.population().alive().entrySet()) {
            kinds.add(kind.getValue() + " " + kind.getKey());
        }
        Map<Sort, List<String>> sentences = new EnumMap<>(Sort.class);
        sentences.put(Sort.RUNS, running(kernel));
        sentences.put(Sort.WAITS, kernel.requests().owed(LINES + 1));
        sentences.put(Sort.MUTED, kernel.muting().describe(LINES + 1));
        sentences.put(Sort.PAUSED, paused(kernel));
        sentences.put(Sort.HOLDS, held(kernel));
        sentences.put(Sort.OPEN, kernel.site().holders().describe(LINES));
        sentences.replaceAll((sort, all) -> bounded(all));
        String summary = kernel.site().self() + " has " + (kinds.isEmpty() ? "no parts" : String.join(", ", kinds));
        return new Dump(summary, sentences);
    }

    private static List<String> bounded(List<String> sentences) {
        if (sentences.size() <= LINES) {
            return sentences;
        }
        List<String> first = new ArrayList<>(sentences.subList(0, LINES));
        first.add("and more");
        return first;
    }

    /** {@return all of it for people: the summary, and then a line for each sentence that says of which sort it is} */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(summary);
        for (Sort sort : Sort.values()) {
            for (String sentence : sentences.getOrDefault(sort, List.of())) {
                lines.add(String.format("  %-7s %s", sort.word(), sentence));
            }
        }
        return lines;
    }

    private static List<String> running(Kernel kernel) {
        return Stream.concat(decoding(kernel), inTurns(kernel.site())).toList();
    }

    /** What the place has been decoding for so long that somebody has looked at it before. */
    private static Stream<String> decoding(Kernel kernel) {
        long now = kernel.site().clock().nanoTime();
        return kernel.site().switchboard().openings().stream()
                .filter(opening -> opening.lasts(now) > 0)
                .map(opening -> opening.describe(opening.lasts(now), opening.code()));
    }

    /** What runs: as long as it does, the run goes on. */
    static List<String> turns(Site site) {
        return inTurns(site).map(sentence -> "the turn of " + sentence).toList();
    }

    private static Stream<String> inTurns(Site site) {
        return site.policies().running().stream()
                .limit(LINES + 1L)
                .map(context -> describe(site, context))
                .filter(sentence -> !sentence.isEmpty());
    }

    /** What a thread is in the midst of: the parts on its stack, the innermost first, and where in their code it is. */
    private static String describe(Site site, Context context) {
        StringBuilder text = new StringBuilder();
        for (Task each : context.chain()) {
            text.append(text.isEmpty() ? "" : ", sent to by ").append(each.describeWork());
        }
        Thread thread = context.thread();
        String place = site.policies().task().isReplaced(context)
                ? ", whose turn hasn't ended, so that another thread has its worker's place"
                : "";
        if (text.isEmpty() && !place.isEmpty()) {
            text.append("the runtime's own code");
        }
        return text.isEmpty() ? "" : text + ", on " + thread.getName() + place + frames(thread);
    }

    /** The frames of the part's own code. Whoever takes the dump is known to be taking it. */
    private static String frames(Thread thread) {
        StackTraceElement[] stack =
                thread == Thread.currentThread() ? new StackTraceElement[0] : thread.getStackTrace();
        StringBuilder text = new StringBuilder();
        for (int i = 0;
                i < Math.min(stack.length, FRAMES) && !stack[i].getClassName().startsWith(OURS);
                i++) {
            text.append(i == 0 ? "; at " : " < ").append(stack[i]);
        }
        return text.toString();
    }

    private static List<String> paused(Kernel kernel) {
        List<String> sentences = new ArrayList<>();
        kernel.parts().paused().forEach(cell -> sentences.add(cell.toString()));
        sentences.sort(null);
        return sentences;
    }

    /**
     * Counts the mail of those who can be found, as {@link Sort#HOLDS} has them. May be called by any thread.
     *
     * @param kernel of the place
     * @return messages that they have taken and not processed, about
     */
    public static long waiting(Kernel kernel) {
        return holders(kernel).stream().mapToLong(Standing::held).sum();
    }

    /** Whoever may hold mail and can be found: idle ones that can't process it, ready ones, and those with a name. */
    private static Set<Cell> holders(Kernel kernel) {
        Set<Cell> holders = new LinkedHashSet<>(kernel.parts().withheld());
        List<Task> tasks = new ArrayList<>(kernel.site().policies().task().ready(LINES));
        kernel.site().policies().running().forEach(each -> tasks.addAll(each.chain()));
        for (Task each : tasks) {
            if (each instanceof Cell cell) {
                holders.add(cell);
            }
        }
        for (Sojourner each : kernel.parts().names().residents()) {
            if (each instanceof Cell cell) {
                holders.add(cell);
            }
        }
        return holders;
    }

    private static List<String> held(Kernel kernel) {
        List<String> sentences = new ArrayList<>(holders(kernel).stream()
                .map(Standing::describeMail)
                .filter(line -> !line.isEmpty())
                .limit(LINES + 1L)
                .sorted()
                .toList());
        sentences.addAll(kernel.population().holding(LINES + 1));
        sentences.addAll(kernel.migration().heldBack());
        return sentences;
    }
}
