package org.sojourn.threads.space;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.place.GuestProvider;
import org.sojourn.kernel.port.Words;
import org.sojourn.threads.ThreadSpace;
import org.sojourn.threads.jar.ThreadJar;
import org.sojourn.threads.wire.Message;

/** Threads at one place: a console, if they are at home here, and what runs slaves of others. Made when the first is needed. */
final class ThreadsHere implements ThreadSpace, GuestProvider.Lasting {
    private final Line line;
    private final int home;
    private final ClassLoader loader;

    /** Not the program's, whoever needs one first. */
    private final ThreadGroup group =
            Objects.requireNonNull(Thread.currentThread().getThreadGroup());

    /** Guarded by this. */
    private @Nullable LoadedProgram program;

    private @Nullable Arming arming;
    private boolean drains;
    private volatile @Nullable Console console;
    private volatile @Nullable Worker worker;

    /**
     * Of one place.
     *
     * @param home where the program's threads are at home
     * @param loader finds its classes
     */
    ThreadsHere(Line line, int home, ClassLoader loader) {
        this.line = line;
        this.home = home;
        this.loader = loader;
    }

    private synchronized LoadedProgram program() {
        LoadedProgram known = program;
        if (known == null) {
            ThreadJar.Contents jar = ThreadJar.contents(loader);
            if (jar == null) {
                throw new IllegalArgumentException(
                        "this run isn't one of threads, and takes no frames; ./sojourn threads begins one");
            }
            known = LoadedProgram.of(jar, loader);
            program = known;
        }
        return known;
    }

    private synchronized Arming arming() {
        Arming known = arming;
        if (known == null) {
            known = new Arming(loader, task -> daemon("sojourn-threads", task));
            arming = known;
        }
        return known;
    }

    private synchronized Worker worker() {
        Worker known = worker;
        if (known == null) {
            known = new Worker(line, home, program(), arming(), task -> daemon("sojourn-slave", task));
            worker = known;
            if (drains) {
                known.drain();
            }
        }
        return known;
    }

    private Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(group, task, name, 0, false);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void open(ThreadGroup threads, Settings settings) {
        if (line.self() != home) {
            throw new IllegalStateException("threads are at home at p" + home + ", and this is p" + line.self());
        }
        Console opened = new Console(line, program(), arming(), settings);
        console = opened;
        opened.open(threads);
    }

    @Override
    public CompletableFuture<String> move(Thread thread, int place) {
        return opened().move(Objects.requireNonNull(thread, "thread is null; give one of the program"), place);
    }

    @Override
    public Map<String, Object> report() {
        return opened().report().all();
    }

    private Console opened() {
        Console here = console;
        if (here == null) {
            throw new IllegalStateException("no program of threads has begun at p" + line.self()
                    + "; ./sojourn threads begins one, and its first place answers");
        }
        return here;
    }

    @Override
    public void close() {
        Console here = console;
        if (here != null) {
            here.close();
        }
    }

    @Override
    public void started() {}

    @Override
    public synchronized void stopped() {
        close();
        drain();
        Worker slaves = worker;
        if (slaves != null) {
            slaves.close();
        }
        Arming looks = arming;
        if (looks != null) {
            looks.close();
        }
    }

    // ---- messages ---------------------------------------------------------------------------------------------------

    /**
     * Another place says something. By the links' thread.
     *
     * @throws IllegalArgumentException if it can't be meant; the sentence says why
     */
    void heard(int from, byte[] bytes) {
        Message message;
        try {
            message = Message.read(bytes);
        } catch (IOException e) {
            throw new IllegalArgumentException("no message on threads: " + e.getMessage(), e);
        }
        switch (message) {
            case Message.Go its -> slaves(from).heard(its);
            case Message.Retreat its -> slaves(from).heard(its);
            case Message.Interrupt its -> slaves(from).heard(its);
            case Message.Printed its -> slaves(from).heard(its);
            default -> {
                Console here = console;
                if (here != null) {
                    here.heard(from, message);
                }
            }
        }
    }

    private Worker slaves(int from) {
        if (from != home) {
            throw new IllegalArgumentException(
                    "p" + from + " sends frames, and threads are at home at p" + home + " only");
        }
        return worker();
    }

    void lost(int place, String why) {
        Console here = console;
        if (here != null) {
            here.lost(place, why);
        }
        Worker slaves = worker;
        if (slaves != null && place == home) {
            slaves.lost();
        }
    }

    /** How many slaves run here. */
    int slaves() {
        Worker here = worker;
        return here == null ? 0 : here.running();
    }

    /** How many have left this place before they were through. */
    long retreats() {
        Worker here = worker;
        return here == null ? 0 : here.retreats();
    }

    /** Sends slaves home, and takes no more. */
    synchronized void drain() {
        drains = true;
        Worker here = worker;
        if (here != null) {
            here.drain();
        }
    }

    // ---- questions --------------------------------------------------------------------------------------------------

    /** Answers {@code move THREAD PLACE}, the thread and the place on a line each; and an empty question, with all threads. */
    CompletableFuture<byte[]> asked(byte[] question) {
        Console here = console;
        if (here == null) {
            throw new IllegalStateException(
                    "it isn't a run of ./sojourn threads, or its program hasn't begun; there are no threads to move");
        }
        List<String> words = new String(Objects.requireNonNull(question), StandardCharsets.UTF_8)
                .lines()
                .toList();
        if (words.isEmpty()) {
            StringBuilder all = new StringBuilder();
            for (Map<String, Object> each : here.shown()) {
                all.append('#')
                        .append(each.get("number"))
                        .append(' ')
                        .append(each.get("place"))
                        .append(' ')
                        .append(listed(String.valueOf(each.get("name"))))
                        .append('\n');
            }
            return CompletableFuture.completedFuture(all.toString().getBytes(StandardCharsets.UTF_8));
        }
        if (words.size() != 2 || !words.get(1).matches("p?\\d{1,5}")) {
            throw new IllegalArgumentException("a thread and a place are asked for, as worker-1 and p2");
        }
        return here.move(words.getFirst(), Integer.parseInt(words.get(1).replace("p", "")))
                .thenApply(sentence -> sentence.getBytes(StandardCharsets.UTF_8));
    }

    /** Each on a line. */
    private static String listed(String name) {
        return name.isEmpty() ? "(no name)" : Words.line(name);
    }

    /** All threads of the program, and where their frames are. */
    List<Map<String, Object>> shown() {
        return opened().shown();
    }

    long moves() {
        return opened().report().moves();
    }

    /** One of them. */
    Thread threadCalled(String name) {
        return opened().threads().values().stream()
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no thread is called " + name));
    }
}
