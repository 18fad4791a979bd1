package org.sojourn.bench.work;

/**
 * What there is in a part of a tree.
 *
 * @param nodes how many nodes
 * @param urgent how many of them are urgent
 * @param told how often a child has told its parent that it has children itself
 * @param done the sum of what {@link TreeGrowth#work} gave
 */
public record TreeTotals(int nodes, int urgent, int told, long done) {
    /** Of no part at all. */
    public static final TreeTotals NONE = new TreeTotals(0, 0, 0, 0);

    /**
     * Adds another part.
     *
     * @param other the other
     * @return both
     */
    public TreeTotals plus(TreeTotals other) {
        return new TreeTotals(nodes + other.nodes, urgent + other.urgent, told + other.told, done + other.done);
    }
}
