package org.sojourn.host.place;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Kinds.Hindrance;
import org.sojourn.kernel.part.Standing;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.ProgramCode;
import org.sojourn.kernel.sched.Policy;
import org.sojourn.kernel.sched.Task;

/**
 * Finds the kinds whose handlers keep workers from others, and has them run by another policy, which is said once, with selector,
 * mailbox, stack and time. A policy that somebody has chosen stays; then it is only said, for the first, second, fourth, eighth...
 * such turn of each kind.
 *
 * <p><b>Blocking</b> is a turn in which the thread waited, or sat in native code as for a socket, for
 * {@link Bound#BLOCKING_HANDLER_MILLIS}: each of {@value #LOOKS} times in a row that it was looked at, whatever it did before. Once would
 * prove little: a handler that computes is now and then in native code, too. The kind gets virtual threads, or threads if the native code
 * is for a file or isn't the JDK's: a virtual thread can't leave its carrier there.
 *
 * <p><b>Hogging</b> is computing for as long, in one kind, while every other worker does the same and a selector of a further kind
 * waits. To compute for long is what workers are for; that nobody else gets one is what isn't. The kind gets threads, among which the
 * machine divides its time, if it has not more than {@link Bound#COMPUTING_SELECTORS} selectors.
 *
 * <p><b>Time in the codec</b> is neither: to pack a part for its move, or a message, is the runtime's own work, whatever it takes,
 * and says nothing about the kind. It is named as what it is, as often as advice is given. Code of the program that the codec
 * calls, such as {@code hashCode}, counts as the handler's.
 *
 * <p>What is measured here corrects what was analysed before (the observed behaviour of G. Upadhyaya and H. Rajan, <i>Effectively
 * Mapping Linguistic Abstractions for Message-passing Concurrency to Threads on the Java Virtual Machine</i>, 2015, appendix C).
 */
final class BlockedWorkers {
    private static final System.Logger LOG = System.getLogger(BlockedWorkers.class.getName());

    /** How often a turn is looked at before it is judged. */
    private static final int LOOKS = 5;

    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(Bound.BLOCKING_HANDLER_MILLIS.value()) / LOOKS;

    /** The frames shown: more than these lead nowhere. */
    private static final int FRAMES = 24;

    /** So many of those that wait for a worker are looked at. */
    private static final int WAITING = 64;

    private static final String OURS = "org.sojourn.kernel.";

    /** What was seen of a worker in its present turn. */
    private static final class Sight {
        private final Watchdog.Seen first;
        private final Cell cell;

        /** How often in a row it waited, or computed; one of them is 0. Looks that find it encoding are left out. */
        private int waits;

        private int computes;
        private int encodes;
        private int looks;
        private boolean isJudged;

        /** How long the turn had lasted when it began to do what it does. */
        private long since;

        private boolean isPinned;
        private StackTraceElement[] stack = {};
        private long nanos;

        Sight(Watchdog.Seen first, Cell cell) {
            this.first = first;
            this.cell = cell;
        }

        void add(Watchdog.Seen seen, Thread thread) {
            ThreadLook look = ThreadLook.at(thread);
            stack = look.stack();
            isPinned = look.doing().isPinning();
            looks++;
            if (ProgramCode.isInCodec(stack)) {
                encodes++;
            } else if (look.doing().isBlocking()) {
                since = waits == 0 && computes > 0 ? seen.nanos() : since;
                waits++;
                computes = 0;
            } else {
                since = computes == 0 && waits > 0 ? seen.nanos() : since;
                computes++;
                waits = 0;
            }
            nanos = seen.nanos() - since;
        }

        Hindrance blocking() {
            return isPinned ? Hindrance.PINS : Hindrance.BLOCKS;
        }

        /** {@return whether it is to be said now that it blocks: once for each turn} */
        boolean isBlocked() {
            boolean isNew = waits >= LOOKS && !isJudged;
            isJudged |= isNew;
            return isNew;
        }

        boolean isComputing() {
            return computes >= LOOKS;
        }

        /** Mostly; the program's own frames are seen in between. */
        boolean isEncoding() {
            return looks == LOOKS && encodes > LOOKS / 2;
        }
    }

    private final Kernel kernel;
    private final ThreadWorkers workers;
    private final Watchdog watchdog;

    /** By worker, or by turn on a thread of the links; some may have ended in the meantime. */
    private final Map<Object, Sight> sights = new HashMap<>();

    private final Map<String, Long> times = new HashMap<>();
    private final Map<String, Long> encodings = new HashMap<>();

    BlockedWorkers(Kernel kernel, ThreadWorkers workers) {
        this.kernel = kernel;
        this.workers = workers;
        this.watchdog =
                new Watchdog(kernel.site().policies(), workers, kernel.site().clock(), PATIENCE);
    }

    /** Looks, corrects, and logs what is new. For one thread. */
    void look() {
        sights.keySet().removeIf(each -> !(each instanceof Integer) && !watchdog.isLasting(each));
        for (Watchdog.Seen seen : watchdog.look()) {
            Sight sight = sight(seen);
            if (sight == null) {
                continue;
            }
            sight.add(seen, seen.thread());
            if (sight.isEncoding()) {
                tellEncoding(sight);
            } else if (sight.isBlocked()) {
                hinders(sight, sight.blocking());
            } else if (sight.isComputing()) {
                hogs().forEach(each -> hinders(each, Hindrance.HOGS));
            }
        }
    }

    /** The last sight of the same turn and the same selector; null if the worker runs no selector. */
    private @Nullable Sight sight(Watchdog.Seen seen) {
        Sight known = sights.get(seen.on());
        if (known != null && known.first.turn() == seen.turn() && known.cell.equals(seen.task())) {
            return known;
        }
        Sight begun = seen.task() instanceof Cell cell ? new Sight(seen, cell) : null;
        if (begun == null) {
            sights.remove(seen.on());
        } else {
            sights.put(seen.on(), begun);
        }
        return begun;
    }

    /** The turns that keep another kind waiting: all that are run, or none. */
    private List<Sight> hogs() {
        List<Sight> hogs = new ArrayList<>();
        for (int worker = 0; worker < workers.count(); worker++) {
            Sight sight = sights.get(worker);
            if (sight == null || !sight.isComputing() || !watchdog.goesOn(sight.first)) {
                return List.of();
            }
            hogs.add(sight);
        }
        for (Task task : kernel.site().policies().task().ready(WAITING)) {
            if (task instanceof Cell waiting
                    && Standing.kindToBe(waiting) != null
                    && hogs.stream().noneMatch(hog -> hog.cell.kindName().equals(Standing.kindToBe(waiting)))) {
                return hogs;
            }
        }
        return List.of();
    }

    private void hinders(Sight sight, Hindrance how) {
        Cell cell = sight.cell;
        String from = cell.policyName();
        if (cell.isPolicyChosen()) {
            if (how != Hindrance.HOGS) {
                advise(sight);
            }
            return;
        }
        Policy better = kernel.parts().correct(cell, how);
        if (better == null) {
            return;
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(sight.nanos);
        if (FlightRecorder.isInitialized()) {
            FlightEvents.Correction event = new FlightEvents.Correction();
            event.place = kernel.site().self().toString();
            event.kind = cell.kindName();
            event.from = from;
            event.to = better.name();
            event.selector = cell.toString();
            event.mailbox = cell.mailboxName();
            event.because = how.name();
            event.millis = millis;
            event.commit();
        }
        LOG.log(
                WARNING,
                "{0} has {1} {2} for {3} ms{4}. Selectors of its kind are run by {5} instead of {6} from now on; to"
                        + " choose yourself, give its class @RunBy, or run with --jvm-opt=-Dsojourn.policy={7}={5}{8}",
                cell.describeWork(),
                how == Hindrance.HOGS ? "kept" : "blocked",
                sight.first.thread().getName(),
                String.valueOf(millis),
                how == Hindrance.HOGS ? ", and other kinds waited for a worker" : "",
                better.name(),
                from,
                cell.kindName(),
                frames(sight.stack));
    }

    private void advise(Sight sight) {
        String kind = sight.cell.kindName();
        long times = this.times.merge(kind, 1L, Long::sum);
        if (Long.bitCount(times) != 1) {
            return;
        }
        LOG.log(
                WARNING,
                "{0} has blocked {1} for {2} ms; {3} such turns of its kind so far, and its policy was chosen. Give"
                        + " its class @RunBy(ExecutionPolicy.VIRTUAL), or run with"
                        + " --jvm-opt=-Dsojourn.policy={4}=VIRTUAL{5}",
                sight.cell.describeWork(),
                sight.first.thread().getName(),
                String.valueOf(TimeUnit.NANOSECONDS.toMillis(sight.nanos)),
                String.valueOf(times),
                kind,
                frames(sight.stack));
    }

    private void tellEncoding(Sight sight) {
        String kind = sight.cell.kindName();
        long times = encodings.merge(kind, 1L, Long::sum);
        if (Long.bitCount(times) == 1) {
            LOG.log(
                    WARNING,
                    "{0} has been encoding what {1} sends, or has with it as it moves, for {2} ms; {3} such turns of"
                        + " its kind so far. Its policy stays: that is the serialiser''s time, and not its handler''s",
                    kernel.site().self(),
                    sight.cell.describeWork(),
                    String.valueOf(TimeUnit.NANOSECONDS.toMillis(sight.nanos)),
                    String.valueOf(times));
        }
    }

    static String frames(StackTraceElement[] stack) {
        StringBuilder text = new StringBuilder();
        for (int i = 0;
                i < Math.min(stack.length, FRAMES) && !stack[i].getClassName().startsWith(OURS);
                i++) {
            text.append("\n    at ").append(stack[i]);
        }
        return text.toString();
    }
}
