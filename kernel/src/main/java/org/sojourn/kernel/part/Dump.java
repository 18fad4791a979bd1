package org.sojourn.kernel.part;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Task;

/**
 * What a place does and what it waits for, in words: what runs on its threads, under whichever policy, and where; who waits for whose answer, who is muted by whom,
 * who is paused, and who holds how much mail.
 *
 * <p>It is taken while the place goes on. Each line is of some moment, and the lines of different moments; of a place that
 * stands still they are exact. A part that is idle, holds no mail and waits for nothing is only counted with its kind.
 */
public final class Dump {
    private static final int LINES = Bound.DUMP_LINES.intValue();

    /** The frames shown of a stack: more lead nowhere. */
    private static final int FRAMES = 12;

    /** What calls a part's code. */
    private static final String OURS = "org.sojourn.kernel.";

    private final Kernel kernel;

    private Dump(Kernel kernel) {
        this.kernel = kernel;
    }

    /**
     * Takes a dump. May be called by any thread.
     *
     * @param kernel of the place
     * @return its lines, at most {@link Bound#DUMP_LINES} of each sort
     */
    public static List<String> of(Kernel kernel) {
        return new Dump(kernel).lines();
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        List<String> kinds = new ArrayList<>();
        for (Map.Entry<String, Long> kind : kernel.census().alive().entrySet()) {
            kinds.add(kind.getValue() + " " + kind.getKey());
        }
        lines.add(kernel.self() + " has " + (kinds.isEmpty() ? "no selectors" : String.join(", ", kinds)));
        add(lines, "runs", running());
        add(lines, "waits", kernel.requests().owed(LINES));
        add(lines, "muted", kernel.muting().describe(LINES));
        add(lines, "paused", paused());
        add(lines, "holds", held());
        return lines;
    }

    private static void add(List<String> lines, String sort, List<String> sentences) {
        for (int i = 0; i < Math.min(LINES, sentences.size()); i++) {
            lines.add("  " + sort + " ".repeat(8 - sort.length()) + sentences.get(i));
        }
        if (sentences.size() > LINES) {
            lines.add("  " + sort + " ".repeat(8 - sort.length()) + "and more");
        }
    }

    private List<String> running() {
        return kernel.policies().running().stream()
                .limit(LINES + 1L)
                .map(Dump::describe)
                .filter(sentence -> !sentence.isEmpty())
                .toList();
    }

    /** What a thread is in the midst of: the parts on its stack, the innermost first, and where in their code it is. */
    private static String describe(Context context) {
        StringBuilder text = new StringBuilder();
        for (Task each : context.chain()) {
            if (each instanceof Cell cell) {
                text.append(text.isEmpty() ? "" : ", sent to by ").append(cell.describeWork());
            }
        }
        Thread thread = context.thread();
        return text.isEmpty() ? "" : text + ", on " + thread.getName() + frames(thread);
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

    private List<String> paused() {
        List<String> sentences = new ArrayList<>();
        kernel.census().paused().forEach(cell -> sentences.add(cell.toString()));
        sentences.sort(null);
        return sentences;
    }

    /** Whoever may hold mail and can be found: idle ones that can't process it, ready ones, and those with a name. */
    private List<String> held() {
        Set<Cell> holders = new LinkedHashSet<>(kernel.census().withheld());
        List<Task> tasks = new ArrayList<>(kernel.policies().task().ready(LINES));
        kernel.policies().running().forEach(each -> tasks.addAll(each.chain()));
        for (Task each : tasks) {
            if (each instanceof Cell cell) {
                holders.add(cell);
            }
        }
        holders.addAll(kernel.names().residents());
        return holders.stream()
                .map(Cell::describeMail)
                .filter(line -> !line.isEmpty())
                .limit(LINES + 1L)
                .sorted()
                .toList();
    }
}
