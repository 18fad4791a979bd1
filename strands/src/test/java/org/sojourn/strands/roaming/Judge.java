package org.sojourn.strands.roaming;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Takes reports of strands, and says what was wrong with them. */
final class Judge extends Selector<Judge.Told> {
    sealed interface Told {}

    record Watch(int id, Handle<Integer> who) implements Told {}

    record Step(int id, int step) implements Told {}

    record Done(int id, long digest) implements Told {}

    record Wrong(int id, String what) implements Told {}

    record End(int id, ExitReason reason) implements Told {}

    record Verdict(ReplyTo<String> asker) implements Told {}

    private static final Mailbox<Told> ALL = Mailbox.of("all", Told.class);

    private final Map<Integer, Integer> steps = new HashMap<>();
    private final Map<Integer, Integer> watched = new HashMap<>();
    private final Map<Integer, Integer> done = new HashMap<>();
    private final Map<Integer, ExitReason> ends = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();

    /** Whether a place may be lost, and what was on its way from there. */
    private final boolean mayLose;

    Judge(boolean mayLose) {
        super(ALL);
        this.mayLose = mayLose;
    }

    @Override
    protected void process(Told told) {
        switch (told) {
            case Watch watch -> {
                int id = watch.id();
                watched.put(id, 0);
                watch(watch.who(), ALL, exited -> new End(id, exited.reason()));
            }
            case Step step -> {
                int due = steps.getOrDefault(step.id(), 0);
                steps.put(step.id(), step.step() + 1);
                if (step.step() < due || step.step() > due && !mayLose) {
                    wrong.add("strand " + step.id() + " did step " + step.step() + " in place of " + due);
                }
            }
            case Done it -> {
                if (done.merge(it.id(), 1, Integer::sum) > 1 || it.digest() != Roamer.expected(it.id())) {
                    wrong.add("strand " + it.id() + " was done twice, or has computed something else");
                }
            }
            case Wrong it -> wrong.add("strand " + it.id() + ": " + it.what());
            case End end -> {
                if (ends.put(end.id(), end.reason()) != null) {
                    wrong.add("strand " + end.id() + " ended twice");
                }
            }
            case Verdict verdict -> verdict.asker().reply(verdict());
        }
    }

    private String verdict() {
        for (int id : watched.keySet()) {
            ExitReason reason = ends.get(id);
            boolean isDone = (done.containsKey(id) || mayLose) && reason instanceof ExitReason.Normal;
            boolean isLost = mayLose && reason instanceof ExitReason.PlaceLost;
            if (!isDone && !isLost) {
                wrong.add("strand " + id + " " + (done.containsKey(id) ? "was done" : "wasn't done") + ", did "
                        + steps.getOrDefault(id, 0) + " steps, and ended by " + reason);
            }
        }
        return String.join("; ", wrong);
    }
}
