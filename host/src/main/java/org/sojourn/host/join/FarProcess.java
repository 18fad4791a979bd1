package org.sojourn.host.join;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.sojourn.host.run.PlaceProcess;
import org.sojourn.host.run.Wire;
import org.sojourn.kernel.port.Bound;

/** The process of a place that another one has begun, which tells of it by its wire. */
final class FarProcess implements PlaceProcess {
    /** As the system shows it of a process that was ended by force. */
    private static final int KILLED = 137;

    private final Wire wire;
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private volatile String how = "";

    FarProcess(Wire wire) {
        this.wire = wire;
    }

    @Override
    public long pid() {
        return 0;
    }

    @Override
    public void kill() {
        try {
            new JoinMessage.Kill().to(wire);
            end.completeOnTimeout(KILLED, Bound.FINAL_REPORT_SECONDS.value(), TimeUnit.SECONDS);
        } catch (IOException e) {
            end.complete(KILLED);
        }
    }

    @Override
    public CompletableFuture<Integer> end() {
        return end;
    }

    @Override
    public void hearOut() {
        // What it has said on its standard error came before its end.
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
