package org.sojourn.kernel.sched;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sojourn.kernel.port.Workers;

/**
 * The VIRTUAL policy: a ready task gets a virtual thread for one turn. Its handlers may block. An idle task costs
 * nothing, and one without references can be collected.
 */
final class VirtualThreads implements Policy {
    private final Workers workers;
    private final Activity activity;

    /** Of all threads that are in a turn. */
    private final Set<Activity.Stand> stands = ConcurrentHashMap.newKeySet();

    VirtualThreads(Workers workers, Runnable onIdle) {
        this.workers = workers;
        this.activity = new Activity(onIdle);
    }

    @Override
    public String name() {
        return "VIRTUAL";
    }

    @Override
    public void submit(Task task) {
        activity.submitted();
        workers.startVirtual(task.toString(), () -> {
            Activity.Stand stand = activity.stand();
            stands.add(stand);
            try {
                stand.run(task);
            } finally {
                stands.remove(stand);
            }
        });
    }

    @Override
    public List<Context> running() {
        return stands.stream()
                .map(Activity.Stand::context)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public long idleStamp() {
        return activity.idleStamp();
    }
}
