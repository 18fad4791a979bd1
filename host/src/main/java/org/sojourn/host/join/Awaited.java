package org.sojourn.host.join;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.PlaceProcess;
import org.sojourn.host.run.Starter;

/** The process of a place that somebody else begins, such as a batch system, and that comes to the door by itself. */
public final class Awaited implements PlaceProcess {
    private static final int KILLED = 137;

    private final Starter.Plan plan;
    private final Map<String, String> line;
    private final Consumer<String> errors;
    private final CompletableFuture<Integer> end = new CompletableFuture<>();

    /** Guarded by this, as what follows. */
    private @Nullable PlaceProcess come;

    private String how = "";

    /**
     * Nobody has come yet.
     *
     * @param plan what is to come
     * @param line what its environment must have
     * @param errors gets lines of its standard error
     */
    public Awaited(Starter.Plan plan, Map<String, String> line, Consumer<String> errors) {
        this.plan = plan;
        this.line = Map.copyOf(line);
        this.errors = errors;
    }

    /**
     * It has come.
     *
     * @param by what it has come as
     * @return false if it has come before, or isn't awaited any more
     * @throws IOException if it can't be begun
     */
    public synchronized boolean comes(Starter by) throws IOException {
        if (come != null || end.isDone()) {
            return false;
        }
        PlaceProcess process = by.start(plan, line, errors);
        come = process;
        process.end().thenAccept(status -> {
            how(process.how());
            end.complete(status);
        });
        return true;
    }

    private synchronized void how(String known) {
        how = known;
    }

    /** {@return whether it has come} */
    public synchronized boolean hasCome() {
        return come != null;
    }

    /**
     * It won't come, if it hasn't yet.
     *
     * @param why a clause
     */
    public void wontCome(String why) {
        synchronized (this) {
            if (come != null || end.isDone()) {
                return;
            }
            how = why;
        }
        end.complete(KILLED);
    }

    @Override
    public long pid() {
        return 0;
    }

    @Override
    public void kill() {
        PlaceProcess process;
        synchronized (this) {
            process = come;
        }
        if (process == null) {
            end.complete(KILLED);
        } else {
            process.kill();
        }
    }

    @Override
    public CompletableFuture<Integer> end() {
        return end;
    }

    @Override
    public void hearOut(long until) {
        // What it has written came before its end, or comes by what has started it.
    }

    @Override
    public synchronized String how() {
        return how;
    }
}
