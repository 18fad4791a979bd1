package org.sojourn.messengers.run;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Step;

/** Which steps follow which. The end of the steps is one more. */
final class Graph {
    private final List<List<Integer>> after;
    private final List<List<Integer>> before;

    private Graph(int size) {
        after = new ArrayList<>(size);
        before = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            after.add(new ArrayList<>(2));
            before.add(new ArrayList<>(2));
        }
    }

    /**
     * {@return how the steps follow one another}
     *
     * @param isAcross whether a step follows a scheduling point: in a messenger's life it does, within one run it doesn't
     */
    static Graph of(List<Step> steps, boolean isAcross) {
        return of(steps, isAcross, new BitSet());
    }

    /**
     * The same.
     *
     * @param direct the scheduling points that the next step may follow within one run
     */
    static Graph of(List<Step> steps, boolean isAcross, BitSet direct) {
        Graph graph = new Graph(steps.size() + 1);
        for (int i = 0; i < steps.size(); i++) {
            switch (steps.get(i)) {
                case Step.Jump its -> graph.join(i, its.to());
                case Step.JumpIf its -> {
                    graph.join(i, i + 1);
                    graph.join(i, its.to());
                }
                case Step.Exit its -> {}
                case Step.Await its -> graph.join(i, i + 1);
                case Step.Point its -> {
                    if (isAcross || direct.get(i)) {
                        graph.join(i, i + 1);
                        if (isAcross && its instanceof Step.Duplicate) {
                            graph.join(i, 0);
                        }
                    }
                }
                case Step other -> graph.join(i, i + 1);
            }
        }
        return graph;
    }

    private void join(int from, int to) {
        after.get(from).add(to);
        before.get(to).add(from);
    }

    private Graph(List<List<Integer>> after, List<List<Integer>> before) {
        this.after = after;
        this.before = before;
    }

    /** {@return the same with all arrows turned round} */
    Graph reverse() {
        return new Graph(before, after);
    }

    /** {@return whether the next step may follow one in the same run because it comes next} */
    static boolean goesOn(Step step) {
        return !(step instanceof Step.Jump || step instanceof Step.Point && !(step instanceof Step.Await));
    }

    /** Some of the arrows. */
    interface Arrows {
        boolean has(int from, int to);
    }

    /** {@return the same without some arrows} */
    Graph without(Arrows some) {
        Graph rest = new Graph(after.size());
        for (int i = 0; i < after.size(); i++) {
            for (int to : after.get(i)) {
                if (!some.has(i, to)) {
                    rest.join(i, to);
                }
            }
        }
        return rest;
    }

    /** {@return the steps to which one goes on from this one} */
    List<Integer> after(int step) {
        return after.get(step);
    }

    /**
     * {@return for each step, the smallest set that has what is added there, and all that the sets of the steps after it have but what
     * is taken away}
     */
    BitSet[] collect(BitSet[] added, BitSet @Nullable [] taken) {
        BitSet[] sets = new BitSet[after.size()];
        BitSet waiting = new BitSet();
        for (int i = 0; i < sets.length; i++) {
            sets[i] = (BitSet) added[i].clone();
            waiting.set(i);
        }
        int at = sets.length;
        while (!waiting.isEmpty()) {
            at = waiting.previousSetBit(at);
            if (at < 0) {
                at = sets.length;
                continue;
            }
            waiting.clear(at);
            BitSet more = new BitSet();
            for (int next : after.get(at)) {
                more.or(sets[next]);
            }
            if (taken != null) {
                more.andNot(taken[at]);
            }
            more.or(added[at]);
            if (!more.equals(sets[at])) {
                sets[at] = more;
                before.get(at).forEach(waiting::set);
            }
        }
        return sets;
    }

    /** {@return which steps can be reached from some} */
    BitSet reached(BitSet from) {
        BitSet all = (BitSet) from.clone();
        BitSet waiting = (BitSet) from.clone();
        while (!waiting.isEmpty()) {
            int at = waiting.nextSetBit(0);
            waiting.clear(at);
            for (int next : after.get(at)) {
                if (!all.get(next)) {
                    all.set(next);
                    waiting.set(next);
                }
            }
        }
        return all;
    }
}
