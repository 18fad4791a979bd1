package org.sojourn.strands;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.weave.code.Names;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.frame.Woven;
import org.sojourn.weave.run.Freezer;

/**
 * Has strands notice, in the middle of their loops, that something waits for them: an order to move, to stop or to pause, an offer of a balancer, or that
 * they have sent too much. They leave the stack then, and the thread acts on what waits.
 *
 * <p>Loops look only while there is a reason: one for each strand that runs and is urged. A strand enters itself before it looks whether it is urged, and
 * whoever urges a part looks afterwards whether that is a strand which runs: so one of them sees the other.
 *
 * <p>An innermost loop doesn't look at all, see {@link Polls}. If a strand hasn't noticed for five milliseconds then the innermost loops of the classes
 * on its stack are made to look, until it has; and again after twice as long each time, as it may be in others by then.
 */
final class Looking {
    private static final long PATIENCE_NANOS = 5_000_000;
    private static final long MOST_PATIENCE_NANOS = 1_000_000_000;

    /** A strand that can't leave where it looks does so again only after some looks, twice as many each time up to this. */
    private static final int MOST_PASSED_OVER = 1 << 12;

    private static final Map<Cell, Looking> RUNNING = new ConcurrentHashMap<>();
    private static final Polls.Asker ASKER = Polls.asker(Looking::look);

    private final Cell cell;
    private final Strand<?> strand;
    private final Strands strands;
    private final Thread thread = Thread.currentThread();

    /** Whether there is a reason to look. Guarded, as the next three. */
    private boolean isUrged;

    private boolean isOver;
    private long patience = PATIENCE_NANOS;
    private final Set<Class<?>> armed = new LinkedHashSet<>(0);

    private int passesOver;
    private int left;

    private Looking(Cell cell, Strand<?> strand, Strands strands) {
        this.cell = cell;
        this.strand = strand;
        this.strands = strands;
    }

    /** A strand begins to run on this thread. */
    static void enter(Cell cell, Strand<?> strand, Strands strands) {
        Looking its = new Looking(cell, strand, strands);
        RUNNING.put(cell, its);
        if (cell.isUrged() || its.strands.leavesAtRandom()) {
            its.urge();
        }
    }

    /** It runs no more. */
    static void leave(Cell cell) {
        Looking its = RUNNING.remove(cell);
        if (its != null) {
            its.end();
        }
    }

    /** Something waits for a part. By any thread. */
    static void urged(Cell cell) {
        Looking its = RUNNING.get(cell);
        if (its != null) {
            its.urge();
        }
    }

    private synchronized void urge() {
        if (!isUrged && !isOver) {
            isUrged = true;
            ASKER.raise();
            var unused = cell.site().clock().arm(patience, this::insist);
        }
    }

    private synchronized void end() {
        isOver = true;
        if (isUrged) {
            ASKER.lower();
        }
        armed.forEach(each -> Polls.arm(each, false));
    }

    private synchronized void insist() {
        if (isOver) {
            return;
        }
        for (StackTraceElement frame : thread.getStackTrace()) {
            String name = frame.getClassName();
            Class<?> woven = woven(Names.isTwin(name) ? Names.original(name) : name);
            if (woven != null && armed.add(woven)) {
                Polls.arm(woven, true);
            }
        }
        patience = Math.min(2 * patience, MOST_PATIENCE_NANOS);
        var unused = cell.site().clock().arm(patience, this::insist);
    }

    private @Nullable Class<?> woven(String name) {
        try {
            Class<?> found = Class.forName(name, false, strand.getClass().getClassLoader());
            return found.isAnnotationPresent(Woven.class) ? found : null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // a hidden one, or one of other loaders
        }
    }

    /** A thread looks. */
    private static void look() {
        Cell cell = Cell.current();
        Looking its = cell == null ? null : RUNNING.get(cell);
        if (its != null && its.isToLeave()) {
            its.tryToLeave();
        }
    }

    private boolean isToLeave() {
        if (strands.leavesNow()) {
            return true;
        }
        return cell.isUrged() && left-- <= 0;
    }

    private void tryToLeave() {
        passesOver = Math.min(2 * passesOver + 1, MOST_PASSED_OVER);
        left = passesOver;
        Course course = Course.running(cell);
        Capture capture = course == null || !Freezer.holder(Course.class).isEmpty() // which nobody may find free
                ? null
                : Freezer.captureAll(Course.class, frames -> course.pauses(frames, () -> strand.hasPaused(cell)));
        if (capture != null) {
            throw capture;
        }
    }
}
