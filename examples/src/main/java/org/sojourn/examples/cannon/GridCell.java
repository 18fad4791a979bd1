package org.sojourn.examples.cannon;

import org.jspecify.annotations.Nullable;
import org.sojourn.examples.cannon.GridCell.Message;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/**
 * One processor of the grid: it holds one block of the product and lets the factors' blocks pass.
 *
 * <p>In each of k steps it takes a block of the left factor from its right neighbour and one of the right factor
 * from the neighbour below, passes the former on to the left and the latter upwards, and adds their product.
 * Which of the two comes first is open, and a neighbour may be a step ahead: so each factor has a mailbox, which
 * is closed while the step's block is there already, or while the cell does not know its neighbours yet. Blocks
 * for later steps wait behind the guard, in the order in which their one sender sent them; no step numbers are
 * needed.
 *
 * <p>A block is never written once it is made, so passing it within a place costs nothing.
 */
final class GridCell extends Selector<Message> {
    static final Mailbox<Begin> BEGIN = Mailbox.of("begin", Begin.class);
    static final Mailbox<LeftBlock> LEFT_BLOCKS =
            Mailbox.of("left blocks", LeftBlock.class).initiallyDisabled();
    static final Mailbox<RightBlock> RIGHT_BLOCKS =
            Mailbox.of("right blocks", RightBlock.class).initiallyDisabled();

    /** What a cell is told. */
    sealed interface Message {}

    /**
     * The one message from the master.
     *
     * @param left the neighbour to the left, around the edge
     * @param above the neighbour above, around the edge
     * @param blocks the blocks of the first step
     */
    record Begin(Handle<Message> left, Handle<Message> above, Blocks blocks) implements Message {}

    /**
     * A block of the left factor, from the neighbour to the right.
     *
     * @param block the block
     */
    record LeftBlock(Matrix block) implements Message {}

    /**
     * A block of the right factor, from the neighbour below.
     *
     * @param block the block
     */
    record RightBlock(Matrix block) implements Message {}

    private final int row;
    private final int column;
    private final int grid;
    private final Handle<CannonMaster.Product> master;
    private int steps;
    private @Nullable Begin neighbours;
    private @Nullable Matrix left;
    private @Nullable Matrix right;
    private @Nullable Matrix sum;

    GridCell(int row, int column, int grid, Handle<CannonMaster.Product> master) {
        super(BEGIN, LEFT_BLOCKS, RIGHT_BLOCKS);
        this.row = row;
        this.column = column;
        this.grid = grid;
        this.master = master;
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Begin begin -> {
                neighbours = begin;
                left = begin.blocks().left();
                right = begin.blocks().right();
            }
            case LeftBlock(var block) -> left = block;
            case RightBlock(var block) -> right = block;
        }
        if (neighbours != null && left != null && right != null) {
            step(neighbours, left, right);
            left = null;
            right = null;
        }
        setEnabled(LEFT_BLOCKS, left == null);
        setEnabled(RIGHT_BLOCKS, right == null);
    }

    private void step(Begin to, Matrix leftBlock, Matrix rightBlock) {
        steps++;
        if (steps < grid) {
            // Before the product, so that the blocks travel while it is computed.
            to.left().send(LEFT_BLOCKS, new LeftBlock(leftBlock));
            to.above().send(RIGHT_BLOCKS, new RightBlock(rightBlock));
        }
        Matrix target = sum == null ? Matrix.zero(leftBlock.rows(), rightBlock.columns()) : sum;
        BlockProduct.addTo(target, leftBlock, rightBlock);
        sum = target;
        system().worked(1);
        if (steps == grid) {
            master.send(new CannonMaster.Product(row, column, target));
            exit();
        }
    }
}
