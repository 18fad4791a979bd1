package org.sojourn.messengers.network;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sojourn.messengers.run.Fault;

/** The processes that messengers of this place have started. None outlives the place. */
final class Processes {
    private static final long GRACE_SECONDS = 5;

    private final Set<Process> running = ConcurrentHashMap.newKeySet();

    private final Guard guard = new Guard();
    private final AtomicBoolean isGuarded = new AtomicBoolean();

    /** Starts one: no shell, output as the place's own, no input. */
    Process start(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            running.add(process);
            guard.began(process);
            if (isGuarded.compareAndSet(false, true)) {
                Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "sojourn processes"));
            }
            process.onExit().thenRun(() -> {
                running.remove(process);
                guard.ended(process);
            });
            return process;
        } catch (IOException e) {
            throw new Fault("'" + command.get(0) + "' can't be started: " + e.getMessage(), e);
        }
    }

    /** {@return the exit status of a process, when it has ended} */
    static int await(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            throw new Fault("the wait for a process was interrupted", e);
        }
    }

    /** Ends a process that nobody wants any more: as a terminal would, and by force if it doesn't heed that. */
    static void end(Process process) {
        process.destroy();
        process.onExit().orTimeout(GRACE_SECONDS, TimeUnit.SECONDS).whenComplete((ended, late) -> {
            if (late != null) {
                process.destroyForcibly();
            }
        });
    }

    /** Ends all of them: the place is over. */
    void stop() {
        running.forEach(Process::destroyForcibly);
    }
}
