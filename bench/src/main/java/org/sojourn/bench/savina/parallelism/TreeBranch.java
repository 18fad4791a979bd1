package org.sojourn.bench.savina.parallelism;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.sojourn.bench.work.TreeGrowth.Children;
import org.sojourn.bench.work.TreeTotals;
import org.sojourn.selectors.Handle;

/** The children of a node or of the root, and what they have told it. Belongs to one selector. */
final class TreeBranch {
    private final List<Handle<TreeNode.Message>> nodes;
    private final OptionalInt urgent;
    private int told;
    private int fallen;
    private TreeTotals totals = TreeTotals.NONE;

    /** What a child tells its parent. */
    sealed interface FromChild extends TreeNode.Message, TreeRoot.Progress {}

    /** The child has got children itself. */
    record HasChildren() implements FromChild {}

    /** The child's last word: what there was in it and below. */
    record Fallen(TreeTotals totals) implements FromChild {}

    private TreeBranch(List<Handle<TreeNode.Message>> nodes, OptionalInt urgent) {
        this.nodes = nodes;
        this.urgent = urgent;
    }

    /** Returns what a node has that has no children. */
    static TreeBranch bare() {
        return new TreeBranch(List.of(), OptionalInt.empty());
    }

    /** Creates children, of which each is told whether it is urgent, and has them try to get some themselves. */
    static TreeBranch grow(int count, Children children, Function<Boolean, Handle<TreeNode.Message>> node) {
        OptionalInt urgent = children.urgent();
        List<Handle<TreeNode.Message>> nodes = IntStream.range(0, count)
                .mapToObj(i -> node.apply(urgent.isPresent() && urgent.getAsInt() == i))
                .toList();
        nodes.forEach(each -> each.send(new TreeNode.Try()));
        return new TreeBranch(nodes, urgent);
    }

    /** Sends the visitor on, to the urgent child first. */
    void visit() {
        urgent.ifPresent(index -> nodes.get(index).send(TreeNode.URGENT, new TreeNode.Visit()));
        for (int i = 0; i < nodes.size(); i++) {
            if (urgent.isEmpty() || urgent.getAsInt() != i) {
                nodes.get(i).send(TreeNode.ORDINARY, new TreeNode.Visit());
            }
        }
    }

    void fell() {
        nodes.forEach(each -> each.send(new TreeNode.Fall()));
    }

    void hear(FromChild word) {
        switch (word) {
            case HasChildren() -> told++;
            case Fallen(var part) -> {
                fallen++;
                totals = totals.plus(part);
            }
        }
    }

    /** Returns whether all children have fallen, which is so too if there are none. */
    boolean isFelled() {
        return fallen == nodes.size();
    }

    TreeTotals totals() {
        return totals.plus(new TreeTotals(0, 0, told, 0));
    }
}
