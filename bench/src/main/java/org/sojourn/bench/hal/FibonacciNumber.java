package org.sojourn.bench.hal;

import java.util.List;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;

/**
 * A number of Fibonacci's sequence, which asks for the two before it by creating them, and tells whoever has created it. The
 * topmost levels of the tree are dealt out to the places in turn; below them everything stays where it is. As the paper's
 * compiler may, since these are pure functions, what stays may be called instead of created.
 */
final class FibonacciNumber extends Actor<Long> {
    /** So many levels are dealt out. */
    private static final int DEALT_LEVELS = 6;

    /**
     * Which number it is.
     *
     * @param number its place in the sequence
     * @param level how far below the topmost one
     * @param path which one of its level, from 0
     * @param kept whether numbers that stay at their place are created all the same
     * @param isDealt whether the topmost levels are dealt out; otherwise they stay as well
     */
    record Position(int number, int level, int path, boolean kept, boolean isDealt) {
        Position child(int index) {
            return new Position(number - 1 - index, level + 1, 2 * path + index, kept, isDealt);
        }
    }

    private final Position position;
    private final Handle<Long> parent;
    private long sum;
    private int answers;

    FibonacciNumber(Position position, Handle<Long> parent) {
        this.position = position;
        this.parent = parent;
    }

    @Override
    protected void preStart() {
        if (position.number() < 2) {
            parent.send((long) position.number());
            exit();
        } else if (!position.kept() && position.level() >= DEALT_LEVELS) {
            parent.send(call(position.number()));
            exit();
        } else {
            ask(position.child(0));
            ask(position.child(1));
        }
    }

    private void ask(Position child) {
        Handle<Long> self = self();
        if (child.level() > DEALT_LEVELS || !child.isDealt()) {
            create(() -> new FibonacciNumber(child, self));
        } else {
            List<Place> places = system().places();
            create(places.get(child.path() % places.size()), () -> new FibonacciNumber(child, self));
        }
    }

    @Override
    protected void process(Long answer) {
        sum += answer;
        answers++;
        if (answers == 2) {
            parent.send(sum);
            exit();
        }
    }

    /** The same by plain calls. */
    static long call(int number) {
        return number < 2 ? number : call(number - 1) + call(number - 2);
    }
}
