package org.sojourn.threads.space;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.kernel.port.Words;
import org.sojourn.threads.PlaceLostError;
import org.sojourn.threads.Stint;
import org.sojourn.threads.UnreturnableError;
import org.sojourn.threads.calls.ThreadCalls;
import org.sojourn.threads.judge.MethodName;
import org.sojourn.threads.wire.Cargo;
import org.sojourn.threads.wire.Home;
import org.sojourn.threads.wire.Identity;
import org.sojourn.threads.wire.Message;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Frame;
import org.sojourn.weave.run.Twins;

/**
 * A thread at its home. It is the thread that others see, wherever its frames run: they join and interrupt it, and its handlers get what it
 * throws (M. J. M. Ma, C.-L. Wang and F. C. M. Lau, JESSICA, 2000: master and slave, delta execution).
 *
 * <p><b>A move.</b> Somebody orders the thread to a place. At its next poll its frames down to the first that can't leave are taken off the
 * stack and become a delta set, which a {@link Slave} at that place runs. Meanwhile the thread waits here, in place of those frames, prints what
 * they print, and passes interrupts on.
 *
 * <pre>
 *   master                               slave
 *     Go(frames)                  --&gt;
 *     Interrupt, Retreat, Printed --&gt;
 *                                 &lt;-- Print, Seen ...
 *                                 &lt;-- one of Done, Failed, Back, Refused
 * </pre>
 *
 * <p>All messages of a thread keep their order in either direction. So what was printed is here before what frames return, and an order to
 * retreat finds its delta set there, or that has been answered and the order counts for the next one. A slave of which much hasn't been printed
 * here yet waits ({@link Unheard}): so what a master has heard is bounded.
 *
 * <p><b>Then</b> the frame beneath goes on with what came of it, here, if it is of the platform; and the next one of the program goes to the
 * place where the thread is at once ({@link org.sojourn.threads.calls.Passage}): delta execution. A delta set that comes back goes on to another place from
 * here, so no place is left with a part of it, or runs here.
 *
 * <p><b>Refused.</b> Frames that can't be sent, or that the other place doesn't take, run here from the delta set, as if they hadn't left. If
 * what they came to can't travel, they run here again, as they had done nothing yet that anybody saw; else the thread gets an error.
 *
 * <p><b>Lost.</b> If the place is lost the thread gets a {@link PlaceLostError}, once: at most one answer ends the wait. Frames are never run
 * twice because of it.
 *
 * <p><b>Depth.</b> Frames that run here again, and leave again, leave to the loop that runs them, so a thread that goes round for long doesn't
 * grow its stack.
 */
final class Master {
    private static final long FIRST_WAIT = 1_000_000;
    private static final long LONGEST_WAIT = 200_000_000;
    private static final long MOMENT_NANOS = 50_000;
    private static final int LONGEST_NAME = 10_000;

    private final Console console;
    private final WeakReference<Thread> thread;
    private final long number;

    /** What its slave has said, and that its place was lost. */
    private final Queue<Object> heard = new ConcurrentLinkedQueue<>();

    /** Where it is to go; below 0 if nowhere. Guarded by this, as what follows. */
    private int order = -1;

    /** How many orders there were, and how many of them have come to something. */
    private long orders;

    private long followed;
    private boolean hasRaised;
    private List<CompletableFuture<String>> waiting = new ArrayList<>();

    /** Where its frames run, or will at the next passage: the console's own place for here. Written by its thread. */
    private volatile int place;

    /** Whether a slave runs frames of it. */
    private volatile boolean isAway;

    /** Whether these were told to come back. Guarded by this. */
    private boolean isRecalled;

    private volatile int delta;

    // Of its thread.
    private int goal;

    /** How many run here, one within the other. */
    private int stints;

    private long notBefore;
    private long wait = FIRST_WAIT;
    private int interrupts;

    /** Whether it has parked here, which may have taken a permit that somebody had meant for the program's own park. */
    private boolean hasParked;

    private record Lost(String why) {}

    /** What has come of frames at a place. */
    private sealed interface Outcome {
        record Result(@Nullable Object value) implements Outcome {}

        record Thrown(Throwable what) implements Outcome {}

        /** They never left, or run again. */
        record Here(DeltaSet frames) implements Outcome {}

        /** They came back. */
        record Back(DeltaSet frames) implements Outcome {}
    }

    Master(Console console, Thread thread) {
        this.console = console;
        this.thread = new WeakReference<>(thread);
        this.number = thread.threadId();
        this.place = console.self();
    }

    @Nullable
    Thread thread() {
        return thread.get();
    }

    int place() {
        return place;
    }

    boolean isAway() {
        return isAway;
    }

    // ---- orders -----------------------------------------------------------------------------------------------------

    /**
     * Orders it to a place, in place of where it was ordered before.
     *
     * @return a sentence to come: where it is then, or why it stays
     */
    CompletableFuture<String> order(int to) {
        CompletableFuture<String> told = new CompletableFuture<>();
        Thread its = thread.get();
        if (its == null || !its.isAlive()) {
            told.complete("has ended");
            return told;
        }
        boolean isThere;
        synchronized (this) {
            if (console.isClosed()) {
                told.complete("stays where it is: the program has ended");
                return told;
            }
            waiting.add(told);
            set(to);
            orders++;
            isThere = to == place && isAway == (to != console.self()) && !isRecalled;
            if (isAway && !isThere) {
                recall();
            }
        }
        if (isThere) {
            isAt(to);
        }
        reach(its);
        return told;
    }

    /** Has its frames, which are away, come back. */
    private void recall() {
        isRecalled = true;
        console.say(place, new Message.Retreat(number, delta));
    }

    /** Has it poll until it has followed its order, if its frames are here. */
    private void reach(Thread its) {
        long nth;
        synchronized (this) {
            nth = orders;
        }
        if (isOrdered(nth)) {
            console.arming().reach(its, () -> isOrdered(nth), this::over);
        }
    }

    /** Whether its frames, which are here, haven't yet followed an order that was the last one at some time. */
    private synchronized boolean isOrdered(long nth) {
        return nth > followed && order >= 0 && !isAway;
    }

    synchronized int ordered() {
        return order;
    }

    /** Loops look while there is an order for a thread whose frames are here. */
    private synchronized void set(int to) {
        order = to;
        followed = to < 0 ? orders : followed;
        boolean raises = to >= 0 && !isAway;
        if (raises != hasRaised) {
            hasRaised = raises;
            if (raises) {
                Asking.raise();
            } else {
                Asking.lower();
            }
        }
    }

    private void carriedOut(String sentence) {
        taken().forEach(each -> each.complete(sentence));
    }

    /** Its frames are at a place. Whoever has ordered it there is told, unless it was ordered elsewhere since. */
    private void isAt(int there) {
        List<CompletableFuture<String>> told;
        synchronized (this) {
            told = order == there ? taken() : List.of();
        }
        told.forEach(each -> each.complete("is at p" + there));
    }

    /** {@return who wait for what comes of the order, which is over} */
    private synchronized List<CompletableFuture<String>> taken() {
        set(-1);
        List<CompletableFuture<String>> told = waiting;
        waiting = new ArrayList<>();
        return told;
    }

    /** It has ended, or nobody will move it any more. */
    void over() {
        carriedOut("has ended");
    }

    // ---- leaving ----------------------------------------------------------------------------------------------------

    /** Its code polls, and it is ordered somewhere. */
    void poll() {
        int to = ordered();
        if (to < 0 || System.nanoTime() - notBefore < 0) {
            return;
        }
        if (to == console.self()) {
            place = to;
            isAt(to);
            return;
        }
        leave(to);
    }

    /** Takes its frames off the stack, to go to another place; returns if they stay. */
    void leave(int to) {
        Capture capture;
        try {
            capture = capture(to);
        } catch (RuntimeException | LinkageError | StackOverflowError e) { // of the judgement, not of the program
            stays(unjudged(e));
            return;
        }
        if (capture != null) {
            throw capture;
        }
    }

    private static String unjudged(Throwable failure) {
        return "whether it may leave can't be found out: " + Words.of(failure);
    }

    private @Nullable Capture capture(int to) {
        StackView stack = StackView.now();
        String why = flaw(stack);
        if (!why.isEmpty()) {
            stays(why);
            return null;
        }
        for (MethodName each : stack.top()) {
            if (console.program().judge().locks(each.owner(), each.name())) {
                later();
                return null;
            }
        }
        goal = to;
        Capture whole = stints > 0 ? Stint.captureAll() : null;
        Capture capture = whole == null ? Stint.captureTop(frames -> travel(frames, to)) : whole;
        if (capture == null) {
            later();
        }
        return capture;
    }

    private String flaw(StackView stack) {
        Thread its = thread.get();
        if (its != null && its.getName().length() > LONGEST_NAME) {
            return "its name has more than " + LONGEST_NAME + " characters";
        }
        ThreadGroup group = its == null ? null : its.getThreadGroup();
        if (group != null && group.getName() != null && group.getName().length() > LONGEST_NAME) {
            return "the name of its group has more than " + LONGEST_NAME + " characters";
        }
        for (PrintStream each : List.of(System.out, System.err)) {
            if (console.program().classes().has(each.getClass())) {
                return "it may print, and the program has set a stream of its own for that, a "
                        + each.getClass().getName() + ", whose code is at home";
            }
        }
        String ofThread =
                console.program().judge().flawOfThread(Thread.currentThread().getClass());
        boolean isWhole = !stack.top().isEmpty() && !stack.isResumed();
        return isWhole && ofThread.isEmpty()
                ? console.program().judge().flaw(stack.top(), java.util.Set.of())
                : ofThread;
    }

    /** For good, as far as these frames go. */
    private void stays(String why) {
        place = console.self();
        console.report().stays(name(), why);
        carriedOut("stays at p" + place + ": " + why);
    }

    /** Not now: a frame that can't leave is on top, or they hold what can't travel. The order stands. */
    private void later() {
        notBefore = System.nanoTime() + wait;
        wait = Math.min(wait * 2, LONGEST_WAIT);
    }

    private String name() {
        Thread its = thread.get();
        return its == null ? "#" + number : its.getName().isEmpty() ? "#" + number : its.getName();
    }

    // ---- away -------------------------------------------------------------------------------------------------------

    /** Runs frames, wherever the thread is ordered to; in their place on the stack. */
    private @Nullable Object travel(DeltaSet first, int target) throws Throwable {
        DeltaSet frames = first;
        int to = target;
        while (true) {
            if (to != console.self()) {
                boolean isBack = false;
                switch (away(frames, to)) {
                    case Outcome.Result(Object value) -> {
                        return value;
                    }
                    case Outcome.Thrown(Throwable what) -> throw what;
                    case Outcome.Here(DeltaSet those) -> frames = those;
                    case Outcome.Back(DeltaSet those) -> {
                        frames = those;
                        isBack = true;
                    }
                }
                int next = ordered();
                if (next >= 0 && next != console.self() && (next != to || isBack)) {
                    to = next;
                    continue;
                }
                place = console.self();
                isAt(place);
            }
            Stint.End end = stint(frames);
            if (end.left() == null) {
                return end.result();
            }
            frames = end.left();
            to = goal;
        }
    }

    private Stint.End stint(DeltaSet frames) throws Throwable {
        stints++;
        try {
            return Stint.run(frames);
        } finally {
            stints--;
        }
    }

    private Outcome away(DeltaSet frames, int to) {
        Home home = new Home(
                () -> System.out,
                () -> System.err,
                Thread.currentThread(),
                console.program().judge()::isKept);
        Cargo cargo = new Cargo(console.program().classes(), home, true);
        byte[] bytes;
        String flaw;
        try {
            bytes = cargo.write(frames, console.messageBytes());
            flaw = console.program().judge().flaw(methods(frames), cargo.used());
        } catch (IOException | OutOfMemoryError e) {
            console.report().stays(name(), "for a while: " + e.getMessage());
            place = console.self();
            later();
            return new Outcome.Here(frames);
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            stays(unjudged(e));
            return new Outcome.Here(frames);
        }
        if (!flaw.isEmpty()) {
            stays(flaw);
            return new Outcome.Here(frames);
        }
        boolean isMove = place != to;
        String unsent = go(to, bytes);
        if (!unsent.isEmpty()) {
            stays(unsent);
            return new Outcome.Here(frames);
        }
        console.report().sent(bytes.length);
        if (isMove) {
            console.report().moved();
        }
        wait = FIRST_WAIT;
        return await(frames, home, to);
    }

    private static List<MethodName> methods(DeltaSet frames) {
        List<MethodName> methods = new ArrayList<>();
        for (Frame each : frames.frames()) {
            Class<?> owner = each.point().owner();
            methods.add(new MethodName(
                    owner.getName().replace('.', '/'),
                    Twins.of(owner).method(each.point().method()).of()));
        }
        return methods;
    }

    /** {@return an empty text; or why they weren't sent} */
    private String go(int to, byte[] frames) {
        boolean isInterrupted = takesInterrupt();
        interrupts = isInterrupted ? 1 : 0;
        heard.clear();
        String unsent;
        List<CompletableFuture<String>> told = List.of();
        synchronized (this) {
            delta++;
            place = to;
            isAway = true;
            isRecalled = false;
            if (order == to) {
                told = taken();
            } else {
                set(order);
            }
            unsent = send(to, isInterrupted, frames);
            if (!unsent.isEmpty()) {
                home();
            } else if (order >= 0) {
                recall(); // ordered elsewhere in between
            }
        }
        if (!unsent.isEmpty() && isInterrupted) {
            Thread.currentThread().interrupt();
            ThreadCalls.note(number, false);
        }
        String where = unsent.isEmpty() ? "is at p" + to : "stays at p" + console.self() + ": " + unsent;
        told.forEach(each -> each.complete(where));
        return unsent;
    }

    private String send(int to, boolean isInterrupted, byte[] frames) {
        try {
            boolean isSent = console.say(
                    to,
                    new Message.Go(
                            number,
                            delta,
                            Identity.of(Thread.currentThread()),
                            Surroundings.number(),
                            System.nanoTime(),
                            System.currentTimeMillis(),
                            System.out.charset().name(),
                            System.err.charset().name(),
                            isInterrupted,
                            frames));
            return isSent ? "" : "p" + to + " is out of the run";
        } catch (UnencodableException | OutOfMemoryError e) {
            return "its frames can't be sent: " + Words.message(e);
        }
    }

    private void home() {
        synchronized (this) {
            isAway = false;
            set(order);
        }
        reach(Thread.currentThread());
    }

    /** A message of its slave, or the loss of its place. By any thread. */
    void hears(Object what) {
        heard.add(what);
        LockSupport.unpark(thread.get());
    }

    void hearsLoss(int lost, String why) {
        if (isAway && place == lost) {
            hears(new Lost(why));
        }
    }

    private Outcome await(DeltaSet frames, Home home, int at) {
        Printer printer = new Printer();
        int seen = 0;
        long sent = System.nanoTime();
        while (true) {
            Object next = heard.poll();
            if (next == null) {
                pause(sent);
                if (takesInterrupt()) {
                    interrupts++;
                    console.say(at, new Message.Interrupt(number, delta));
                }
                continue;
            }
            switch (next) {
                case Message message when message.delta() != delta -> {} // of one that is over
                case Message.Print print -> {
                    long size = printer.print(print);
                    if (size > 0) {
                        console.say(at, new Message.Printed(number, delta, size));
                    }
                }
                case Message.Seen its -> {
                    seen = its.count();
                    ThreadCalls.note(number, seen < interrupts);
                }
                case Lost lost -> {
                    back(seen < interrupts);
                    String sentence = "p" + at + " was lost while it ran frames of the thread \"" + name()
                            + "\"; their effects are unknown (" + lost.why() + ")";
                    place = console.self();
                    carriedOut("stays at p" + place + ": " + sentence);
                    return new Outcome.Thrown(new PlaceLostError(sentence));
                }
                case Message.Done done -> {
                    back(done.isInterrupted() || seen < interrupts);
                    return value(done.value(), home, false);
                }
                case Message.Failed failed -> {
                    back(failed.isInterrupted() || seen < interrupts);
                    return value(failed.thrown(), home, true);
                }
                case Message.Back came -> {
                    back(came.isInterrupted() || seen < interrupts);
                    return frames(came.frames(), home);
                }
                case Message.Refused refused -> {
                    // What runs again from its beginning sees each interrupt again.
                    back(refused.isSeen() ? seen < interrupts : interrupts > 0);
                    return refused(refused, frames, at);
                }
                default -> throw new IllegalStateException("unexpected answer " + next);
            }
        }
    }

    private Outcome refused(Message.Refused refused, DeltaSet frames, int at) {
        place = console.self();
        if (refused.isSeen()) {
            return new Outcome.Thrown(new UnreturnableError(
                    "frames of the thread \"" + name() + "\" ran at p" + at + "; " + refused.why()));
        }
        console.report().stays(name(), refused.why());
        carriedOut("stays at p" + place + ": " + refused.why());
        return new Outcome.Here(frames);
    }

    /** Short frames have come to something before this thread would have fallen asleep. */
    private void pause(long since) {
        if (System.nanoTime() - since < MOMENT_NANOS) {
            Thread.yield();
        } else {
            hasParked = true;
            LockSupport.park(this);
        }
    }

    /** Takes an interrupt off this thread, to be passed on. Until it has been seen there is no moment at which the thread isn't interrupted. */
    private boolean takesInterrupt() {
        if (!Thread.currentThread().isInterrupted()) {
            return false;
        }
        ThreadCalls.note(number, true);
        return Thread.interrupted();
    }

    private void back(boolean isInterrupted) {
        home();
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        ThreadCalls.note(number, false);
        if (hasParked) {
            hasParked = false;
            LockSupport.unpark(Thread.currentThread());
        }
    }

    private Outcome value(byte[] bytes, Home home, boolean isThrown) {
        try {
            Object value = new Cargo(console.program().classes(), home, false).readValue(bytes);
            if (!isThrown) {
                return new Outcome.Result(value);
            }
            return new Outcome.Thrown(
                    value instanceof Throwable what ? what : new UnreturnableError("nothing was thrown"));
        } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
            return new Outcome.Thrown(unread(e));
        }
    }

    private Outcome frames(byte[] bytes, Home home) {
        try {
            return new Outcome.Back(new Cargo(console.program().classes(), home, false).readFrames(bytes));
        } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
            return new Outcome.Thrown(unread(e));
        }
    }

    private UnreturnableError unread(Throwable e) {
        return new UnreturnableError("the answer about the thread \"" + name() + "\" can't be read: " + e.getMessage());
    }
}
