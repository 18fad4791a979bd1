package org.sojourn.bench.savina.parallelism;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sojourn.bench.work.Lattice;
import org.sojourn.bench.work.Lattice.Search;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Hands work out to the worker whose region it is in. */
final class SearchMaster extends Selector<SearchMaster.Message> {
    static final Mailbox<Report> REPORTS = Mailbox.of("reports", Report.class);
    static final Mailbox<Result> RESULTS = Mailbox.of("results", Result.class).initiallyDisabled();

    /** What the master is told. */
    sealed interface Message permits AStar.Work, Report, Result {}

    sealed interface Report extends Message permits Done, Stopped {}

    record Done() implements Report {}

    /** A worker's last word: for each point that it has visited, the one before it. */
    record Stopped(Map<Integer, Integer> before) implements Report {}

    record Result(ReplyTo<Search> asker) implements Message {}

    private final Lattice lattice;
    private final int edge;
    private final Crew<SearchWorker.Message> crew;
    private final Map<Integer, Integer> before = new HashMap<>();

    SearchMaster(int workers, Lattice lattice, int edge) {
        super(Priorities.before(AStar.WORK, REPORTS, RESULTS));
        this.lattice = lattice;
        this.edge = edge;
        Handle<Message> master = self();
        this.crew = new Crew<>(workers, index -> create(() -> new SearchWorker(index, lattice, edge, master)));
    }

    @Override
    protected void preStart() {
        process(AStar.Work.at(lattice.origin(), lattice.origin(), lattice));
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case AStar.Work work -> work.sendTo(crew.worker(lattice.region(work.point(), edge)));
            // The work that a worker has found it sent before this, and it went first: nothing can be on its way.
            case Done() -> crew.done(new SearchWorker.Stop());
            case Stopped(var part) -> {
                before.putAll(part);
                setEnabled(RESULTS, crew.stopped());
            }
            case Result(var asker) -> {
                asker.reply(new Search(before.size(), path()));
                exit();
            }
        }
    }

    private List<Integer> path() {
        Deque<Integer> path = new ArrayDeque<>();
        if (before.containsKey(lattice.target())) {
            int point = lattice.target();
            path.addFirst(point);
            while (point != lattice.origin()) {
                point = Objects.requireNonNull(before.get(point));
                path.addFirst(point);
            }
        }
        return List.copyOf(path);
    }
}
