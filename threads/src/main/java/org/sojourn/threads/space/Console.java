package org.sojourn.threads.space;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Words;
import org.sojourn.threads.ThreadSpace;
import org.sojourn.threads.calls.Away;
import org.sojourn.threads.calls.Passage;
import org.sojourn.threads.wire.Message;

/** The place where a program's threads are at home, and its policies. */
final class Console implements Passage.Gate {
    private static final int SWEEP = 256;

    private final Line line;
    private final LoadedProgram program;
    private final Arming arming;
    private final ThreadSpace.Settings settings;
    private final Report report = new Report();
    private final Map<Long, Master> masters = new ConcurrentHashMap<>();
    private final Set<String> noted = ConcurrentHashMap.newKeySet();
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong begun = new AtomicLong();
    private volatile @Nullable ThreadGroup group;
    private volatile @Nullable ScheduledFuture<?> rotation;
    private volatile boolean isClosed;

    Console(Line line, LoadedProgram program, Arming arming, ThreadSpace.Settings settings) {
        this.line = line;
        this.program = program;
        this.arming = arming;
        this.settings = settings;
    }

    /** The program begins: its threads are those of a group, and virtual ones. */
    void open(ThreadGroup threads) {
        group = threads;
        Asking.console(this);
        Passage.set(this);
        if (settings.rotateMillis() > 0) {
            rotation = arming.timer()
                    .scheduleWithFixedDelay(
                            this::rotate, settings.rotateMillis(), settings.rotateMillis(), TimeUnit.MILLISECONDS);
        }
    }

    void close() {
        if (isClosed) {
            return; // another one may be open by now
        }
        ScheduledFuture<?> going = rotation;
        if (going != null) {
            going.cancel(false);
        }
        isClosed = true; // before masters are told, so that none is ordered afterwards
        Passage.set(null);
        Asking.console(null);
        masters.values().forEach(Master::over);
    }

    /** Whether no thread is to go anywhere any more. */
    boolean isClosed() {
        return isClosed;
    }

    int self() {
        return line.self();
    }

    LoadedProgram program() {
        return program;
    }

    Arming arming() {
        return arming;
    }

    Report report() {
        return report;
    }

    boolean say(int place, Message message) {
        return line.send(place, message.thread(), message.bytes());
    }

    long messageBytes() {
        return line.messageBytes();
    }

    private Master master(Thread thread) {
        return masters.computeIfAbsent(thread.threadId(), any -> new Master(this, thread));
    }

    // ---- what code passes -------------------------------------------------------------------------------------------

    @Override
    public void enter() {
        if (Away.now() != null) {
            return;
        }
        Master master = master(Thread.currentThread());
        if (begun.incrementAndGet() % SWEEP == 0) {
            sweep();
        }
        int to = master.ordered();
        if (to < 0 && settings.spreads() && StackView.isFirst()) {
            List<Integer> places = line.places();
            to = places.get((int) (next.getAndIncrement() % places.size()));
        } else if (to < 0) {
            to = master.place();
        }
        go(master, to);
    }

    @Override
    public void back() {
        if (Away.now() != null) {
            return;
        }
        Master master = masters.get(Thread.currentThread().threadId());
        if (master == null) {
            return;
        }
        int ordered = master.ordered();
        go(master, ordered >= 0 ? ordered : master.place());
    }

    @Override
    public void stays(String why) {
        if (Away.now() == null && noted.add(why)) {
            report.stays(shown(Thread.currentThread()), why);
        }
    }

    private void go(Master master, int to) {
        if (to != line.self()) {
            master.leave(to);
        } else {
            master.poll();
        }
    }

    /** A loop polls, as somebody is ordered somewhere. */
    void poll() {
        Master master = masters.get(Thread.currentThread().threadId());
        if (master != null) {
            master.poll();
        }
    }

    // ---- from other places ------------------------------------------------------------------------------------------

    /** A slave says something. By the links' thread. */
    void heard(int from, Message message) {
        Master master = masters.get(message.thread());
        if (master != null && master.place() == from) {
            master.hears(message);
        }
    }

    void lost(int place, String why) {
        masters.values().forEach(each -> each.hearsLoss(place, why));
    }

    // ---- from people ------------------------------------------------------------------------------------------------

    /** The threads of the program that are alive, by number. */
    Map<Long, Thread> threads() {
        sweep();
        Map<Long, Thread> all = new TreeMap<>();
        ThreadGroup those = group;
        if (those != null) {
            Thread[] found = new Thread[those.activeCount() * 2 + 16];
            int count = those.enumerate(found, true);
            for (int i = 0; i < count; i++) {
                all.put(found[i].threadId(), found[i]);
            }
        }
        masters.forEach((number, master) -> {
            Thread its = master.thread();
            if (its != null && its.isAlive()) {
                all.put(number, its);
            }
        });
        return all;
    }

    private void sweep() {
        masters.values().removeIf(each -> {
            Thread its = each.thread();
            boolean isOver = its == null || !its.isAlive();
            if (isOver) {
                each.over();
            }
            return isOver;
        });
    }

    /**
     * Orders threads to a place.
     *
     * @param which a name or a number
     * @return what comes of it, a sentence
     */
    CompletableFuture<String> move(String which, int place) {
        List<Thread> found = new ArrayList<>();
        threads().forEach((number, thread) -> {
            if (thread.getName().equals(which) || which.equals("#" + number) || which.equals(number.toString())) {
                found.add(thread);
            }
        });
        if (found.size() != 1) {
            return CompletableFuture.failedFuture(new IllegalArgumentException(
                    (found.isEmpty() ? "no thread is" : found.size() + " threads are") + " called " + which
                            + "; there are " + listed() + (found.isEmpty() ? "" : "; say which one by its number")));
        }
        Thread thread = found.getFirst();
        return move(thread, place).thenApply(how -> Words.line(shown(thread)) + " " + how);
    }

    /** Orders one of them to a place. */
    CompletableFuture<String> move(Thread thread, int place) {
        return line.places().contains(place)
                ? master(thread).order(place)
                : CompletableFuture.failedFuture(new IllegalArgumentException(
                        "no thread can go to p" + place + "; there are " + named(line.places())));
    }

    private static String named(List<Integer> places) {
        return String.join(", ", places.stream().map(each -> "p" + each).toList());
    }

    private static String shown(Thread thread) {
        return thread.getName().isEmpty() ? "#" + thread.threadId() : thread.getName();
    }

    private String listed() {
        List<String> all = threads().values().stream()
                .limit(50)
                .map(each -> "#" + each.threadId() + " " + Words.line(each.getName()))
                .toList();
        return all.isEmpty() ? "none" : String.join(", ", all);
    }

    /** All threads, and where their frames are. */
    List<Map<String, Object>> shown() {
        List<Map<String, Object>> all = new ArrayList<>();
        threads().forEach((number, thread) -> {
            Master master = masters.get(number);
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("number", number);
            one.put("name", thread.getName());
            one.put("place", "p" + (master == null ? line.self() : master.place()));
            all.add(one);
        });
        return all;
    }

    // ---- going round ------------------------------------------------------------------------------------------------

    private void rotate() {
        List<Integer> places = line.places();
        if (places.size() < 2) {
            return;
        }
        threads().values().forEach(thread -> {
            Master master = master(thread);
            if (master.ordered() < 0) {
                int at = places.indexOf(master.place());
                master.order(places.get((at + 1) % places.size()));
            }
        });
    }
}
