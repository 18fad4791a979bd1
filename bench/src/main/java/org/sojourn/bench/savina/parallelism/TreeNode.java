package org.sojourn.bench.savina.parallelism;

import org.sojourn.bench.work.TreeGrowth;
import org.sojourn.bench.work.TreeGrowth.Children;
import org.sojourn.bench.work.TreeTotals;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/** A node that is not the root. A visit goes before all else, and the word to fall comes after it. */
final class TreeNode extends Selector<TreeNode.Message> {
    static final Mailbox<Visit> URGENT = Mailbox.of("urgent visits", Visit.class);
    static final Mailbox<Message> ORDINARY = Mailbox.of("all else", Message.class);

    /** What a node is told. */
    sealed interface Message permits Try, Grant, Visit, Fall, TreeBranch.FromChild {}

    /** Ask the root for children. */
    record Try() implements Message {}

    /** The root's word that this node gets so many children. */
    record Grant(int count, Children children) implements Message {}

    record Visit() implements Message {}

    record Fall() implements Message {}

    private final Handle<TreeRoot.Message> root;
    private final Handle<? super TreeBranch.FromChild> parent;
    private final int work;
    private final boolean isUrgent;
    private TreeBranch branch = TreeBranch.bare();
    private long done;

    TreeNode(
            Handle<TreeRoot.Message> root,
            Handle<? super TreeBranch.FromChild> parent,
            Children siblings,
            boolean isUrgent) {
        super(URGENT, ORDINARY);
        this.root = root;
        this.parent = parent;
        this.work = siblings.work();
        this.isUrgent = isUrgent;
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Try() -> {
                done += TreeGrowth.work(TreeGrowth.ASKING);
                root.send(new TreeRoot.Ask(self()));
            }
            case Grant(var count, var children) -> {
                parent.send(new TreeBranch.HasChildren());
                Handle<Message> here = self();
                branch = TreeBranch.grow(
                        count, children, urgent -> create(() -> new TreeNode(root, here, children, urgent)));
            }
            case Visit() -> {
                done += TreeGrowth.work(work);
                branch.visit();
            }
            case Fall() -> {
                branch.fell();
                exitWhenFelled();
            }
            case TreeBranch.FromChild word -> {
                branch.hear(word);
                exitWhenFelled();
            }
        }
    }

    /** Children report when this node has told them to fall, never before. */
    private void exitWhenFelled() {
        if (branch.isFelled()) {
            TreeTotals own = new TreeTotals(1, isUrgent ? 1 : 0, 0, done);
            parent.send(new TreeBranch.Fallen(branch.totals().plus(own)));
            exit();
        }
    }
}
