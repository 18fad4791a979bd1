package org.sojourn.bench.savina.parallelism;

import java.util.Optional;
import org.sojourn.bench.work.TreeGrowth;
import org.sojourn.bench.work.TreeGrowth.Limits;
import org.sojourn.bench.work.TreeTotals;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Decides who gets children, and when all have asked, sends a visitor through the tree and then takes it down. */
final class TreeRoot extends Selector<TreeRoot.Message> {
    static final Mailbox<Progress> PROGRESS = Mailbox.of("progress", Progress.class);
    static final Mailbox<Result> RESULTS = Mailbox.of("results", Result.class).initiallyDisabled();

    /** What a root is told. */
    sealed interface Message permits Progress, Result {}

    sealed interface Progress extends Message permits Grow, Ask, TreeBranch.FromChild {}

    /** It is time to grow. */
    record Grow() implements Progress {}

    /** May this node have children? A node that may not is not told so. */
    record Ask(Handle<TreeNode.Message> node) implements Progress {}

    record Result(ReplyTo<TreeTotals> asker) implements Message {}

    private final int childrenEach;
    private final TreeGrowth growth;
    private TreeBranch branch = TreeBranch.bare();
    private int asked;

    TreeRoot(Limits limits) {
        super(PROGRESS, RESULTS);
        this.childrenEach = limits.children();
        this.growth = new TreeGrowth(limits);
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Grow() -> {
                Handle<Message> root = self();
                TreeGrowth.Children children = growth.first();
                branch = TreeBranch.grow(
                        childrenEach, children, isUrgent -> create(() -> new TreeNode(root, root, children, isUrgent)));
            }
            case Ask(var node) -> {
                asked++;
                Optional<TreeGrowth.Children> children = growth.next();
                children.ifPresent(granted -> node.send(new TreeNode.Grant(childrenEach, granted)));
                // All nodes but this one ask once, and so will those that have just been granted.
                if (asked == growth.nodes() - 1) {
                    branch.visit();
                    branch.fell();
                }
            }
            case TreeBranch.FromChild word -> {
                branch.hear(word);
                setEnabled(RESULTS, branch.isFelled());
            }
            case Result(var asker) -> {
                asker.reply(branch.totals());
                exit();
            }
        }
    }
}
