package org.sojourn.mapping.fact;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Which instruction of a method may follow which, and what follows from that: what is reachable, which instructions are in which
 * loop, and what is done on some paths only. Loops are natural ones: the target of an edge dominates its source.
 *
 * <p>Whether something is conditional is judged on the paths that return; checks that throw make nothing after them
 * conditional. Neither does the test that ends a loop: whether the whole loop is conditional is another question. (Control
 * dependence: J. Ferrante, K. Ottenstein, J. Warren, <i>The Program Dependence Graph and Its Use in Optimization</i>, 1987;
 * dominators: K. Cooper, T. Harvey, K. Kennedy, <i>A Simple, Fast Dominance Algorithm</i>, 2001.)
 */
final class Flow {
    /** A natural loop: its first instruction and all of its instructions. */
    record Loop(int header, BitSet body) {}

    private final int[][] next;
    private final int size;
    private final BitSet reachable = new BitSet();

    /** What is reachable without an exception. */
    private final BitSet usual = new BitSet();

    private final List<Loop> loops = new ArrayList<>();
    private final BitSet conditional = new BitSet();

    /**
     * Looks at a graph.
     *
     * @param next the successors of each instruction, exceptional ones left out; the first one is the entry
     * @param exceptional the handlers that an exception in an instruction may lead to
     * @param returns the instructions that return
     */
    Flow(int[][] next, int[][] exceptional, BitSet returns) {
        this.next = next;
        this.size = next.length;
        int[][] all = new int[size][];
        for (int i = 0; i < size; i++) {
            all[i] = Arrays.copyOf(next[i], next[i].length + exceptional[i].length);
            System.arraycopy(exceptional[i], 0, all[i], next[i].length, exceptional[i].length);
        }
        reach(all, reachable);
        reach(next, usual);
        findLoops(all);
        findConditions(returns);
        spreadConditions();
    }

    BitSet reachable() {
        return reachable;
    }

    List<Loop> loops() {
        return loops;
    }

    boolean isConditional(int at) {
        return conditional.get(at);
    }

    private static void reach(int[][] edges, BitSet found) {
        Deque<Integer> open = new ArrayDeque<>();
        found.set(0);
        open.push(0);
        while (!open.isEmpty()) {
            for (int to : edges[open.pop()]) {
                if (!found.get(to)) {
                    found.set(to);
                    open.push(to);
                }
            }
        }
    }

    private void findLoops(int[][] edges) {
        int[] dominator = Dominators.of(edges, 0);
        int[][] before = reversed(edges);
        for (int from = reachable.nextSetBit(0); from >= 0; from = reachable.nextSetBit(from + 1)) {
            for (int to : edges[from]) {
                if (Dominators.dominates(dominator, to, from)) {
                    addLoop(to, from, before);
                }
            }
        }
    }

    /** Two edges back to one instruction make one loop. */
    private void addLoop(int header, int from, int[][] before) {
        BitSet body = new BitSet();
        body.set(header);
        Deque<Integer> open = new ArrayDeque<>();
        if (!body.get(from)) {
            body.set(from);
            open.push(from);
        }
        while (!open.isEmpty()) {
            for (int each : before[open.pop()]) {
                if (reachable.get(each) && !body.get(each)) {
                    body.set(each);
                    open.push(each);
                }
            }
        }
        for (Loop loop : loops) {
            if (loop.header() == header) {
                loop.body().or(body);
                return;
            }
        }
        loops.add(new Loop(header, body));
    }

    static int[][] reversed(int[][] edges) {
        int size = edges.length;
        int[] count = new int[size];
        for (int[] each : edges) {
            for (int to : each) {
                count[to]++;
            }
        }
        int[][] reversed = new int[size][];
        for (int i = 0; i < size; i++) {
            reversed[i] = new int[count[i]];
        }
        for (int from = 0; from < edges.length; from++) {
            for (int to : edges[from]) {
                reversed[to][--count[to]] = from;
            }
        }
        return reversed;
    }

    private void findConditions(BitSet returns) {
        int exit = size;
        int[][] back = Arrays.copyOf(reversed(next), size + 1);
        back[exit] = returns.stream().filter(reachable::get).toArray();
        int[] after = Dominators.of(back, exit);
        for (int branch = 0; branch < size; branch++) {
            int[] to = next[branch];
            if (to.length < 2 || !reachable.get(branch) || after[branch] < 0) {
                continue;
            }
            for (int each : to) {
                for (int at = each; at >= 0 && at != exit && at != after[branch]; at = after[at]) {
                    if (!isExitTest(branch, at)) {
                        conditional.set(at);
                    }
                }
            }
        }
    }

    /** A loop that is conditional is so as a whole; and so is what only an exception leads to. */
    private void spreadConditions() {
        for (boolean isChanged = true; isChanged; ) {
            int before = conditional.cardinality();
            for (Loop loop : loops) {
                if (conditional.get(loop.header())) {
                    conditional.or(loop.body());
                }
            }
            isChanged = conditional.cardinality() != before;
        }
        BitSet exceptional = (BitSet) reachable.clone();
        exceptional.andNot(usual);
        conditional.or(exceptional);
    }

    /** Whether a branch ends a loop that an instruction is in. */
    private boolean isExitTest(int branch, int at) {
        for (Loop loop : loops) {
            if (loop.body().get(branch) && loop.body().get(at)) {
                for (int to : next[branch]) {
                    if (!loop.body().get(to)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
