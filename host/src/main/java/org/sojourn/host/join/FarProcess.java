package org.sojourn.host.join;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sojourn.host.run.PlaceProcess;
import org.sojourn.host.run.Wire;
import org.sojourn.kernel.port.Bound;

/** The process of a place that another one has begun, which tells of it by its wire. */
final class FarProcess implements PlaceProcess {
    /** As the system shows it of a process that was ended by force. */
    private static final int KILLED = 137;

    private final Wire wire;
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private final AtomicBoolean isToEnd = new AtomicBoolean();
    private volatile String how = "";

    FarProcess(Wire wire) {
        this.wire = wire;
    }

    @Override
    public long pid() {
        return 0;
    }

    /** Waits for nothing: where the other end doesn't read, the wire takes nothing, and somebody may be writing to it. */
    @Override
    public void kill() {
        if (isToEnd.getAndSet(true)) {
            return;
        }
        new CompletableFuture<Integer>()
                .completeOnTimeout(KILLED, Bound.FINAL_REPORT_SECONDS.value(), TimeUnit.SECONDS)
                .thenAccept(killed -> {
                    if (end.complete(killed)) {
                        wire.close();
                    }
                });
        Thread teller = new Thread(
                () -> {
                    try {
                        new JoinMessage.Kill().to(wire);
                    } catch (IOException e) {
                        end.complete(KILLED);
                    }
                },
                "sojourn-kill");
        teller.setDaemon(true);
        teller.start();
    }

    @Override
    public CompletableFuture<Integer> end() {
        return end;
    }

    @Override
    public void hearOut(long until) {
        // What it has written came before its end.
    }

    @Override
    public String how() {
        return how;
    }

    void ended(int status) {
        end.complete(status);
    }

    /** Nothing more is heard of it. */
    void lost(String why) {
        if (!end.isDone()) {
            how = why;
            end.complete(KILLED);
        }
    }
}
