package org.sojourn.testkit;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.sojourn.kernel.sched.WorkStealing;

/**
 * A worker that was replaced ends its turn, on real threads, just while the clock's thread has the last task of its queue in hand: the place
 * isn't idle before that task has run. The simulation can't have this, since there what the clock does is one event.
 */
final class HandOverRun {
    private HandOverRun() {}

    /** Runs one round; says what is wrong, or nothing. */
    static String run() {
        SteppedWorkers workers = new SteppedWorkers(1);
        AtomicReference<WorkStealing> made = new AtomicReference<>();
        AtomicBoolean hasRun = new AtomicBoolean();
        AtomicBoolean isWrong = new AtomicBoolean();
        WorkStealing policy = new WorkStealing(workers, () -> 0, new SetClock(), () -> {
            if (made.get().idleStamp() >= 0 && !hasRun.get()) {
                isWrong.set(true);
            }
        });
        made.set(policy);
        policy.start();
        Thread clock = new Thread(policy::tend);
        policy.submit(() -> {
            policy.replace(0, policy.turnOf(0));
            policy.submitSoon(() -> hasRun.set(true));
            clock.start();
            while (clock.isAlive() && policy.waiting(1) > 0) {
                Thread.onSpinWait();
            }
            Thread substitute = new Thread(() -> workers.work(0));
            substitute.start();
            join(substitute);
        });

        workers.work(0);
        join(clock);
        workers.work(0);

        if (isWrong.get()) {
            return "the place was idle before a task of it had run";
        }
        return hasRun.get() ? "" : "a task was lost";
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while another thread goes on", e);
        }
    }

    /** Runs so many rounds, and says for the first that is wrong what is; empty if none is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, round -> isChecked ? run() : "");
    }
}
