package org.sojourn.bench.savina.parallelism;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.sojourn.bench.work.BusyWait;
import org.sojourn.bench.work.Lattice;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/** Searches its regions as far as it gets, each point once. */
final class SearchWorker extends Selector<SearchWorker.Message> {
    private static final Mailbox<Stop> STOPS = Mailbox.of("stops", Stop.class);
    /** What there is to do at each point. */
    private static final int STEPS = 100;

    /** What a worker is told. */
    sealed interface Message permits AStar.Work, Stop {}

    record Stop() implements Message {}

    private final Lattice lattice;
    private final int edge;
    private final Handle<SearchMaster.Message> master;
    private final BusyWait busyWait;
    private final Map<Integer, Integer> before = new HashMap<>();

    SearchWorker(int index, Lattice lattice, int edge, Handle<SearchMaster.Message> master) {
        super(Priorities.before(AStar.WORK, STOPS));
        this.lattice = lattice;
        this.edge = edge;
        this.master = master;
        this.busyWait = new BusyWait(index);
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case AStar.Work work -> {
                search(work);
                master.send(SearchMaster.REPORTS, new SearchMaster.Done());
            }
            case Stop() -> {
                master.send(SearchMaster.REPORTS, new SearchMaster.Stopped(before));
                exit();
            }
        }
    }

    private void search(AStar.Work work) {
        Queue<Integer> next = new ArrayDeque<>();
        visit(work.point(), work.before(), next);
        int region = lattice.region(work.point(), edge);
        while (!next.isEmpty()) {
            int point = next.remove();
            busyWait.spin(STEPS);
            for (int end : lattice.from(point)) {
                if (lattice.region(end, edge) == region) {
                    visit(end, point, next);
                } else {
                    AStar.Work.at(end, point, lattice).sendTo(master);
                }
            }
        }
    }

    private void visit(int point, int from, Queue<Integer> next) {
        if (before.putIfAbsent(point, from) == null) {
            next.add(point);
        }
    }
}
