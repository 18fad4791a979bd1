package org.sojourn.testkit;

/** One worker, which works on the thread that wakes it until it has nothing more to do. */
class WorkerAtOnce extends WorkersAlone {
    private Role role = () -> false;
    private boolean isRunning;

    @Override
    public int count() {
        return 1;
    }

    @Override
    public void start(Role[] all) {
        role = all[0];
        wake(0);
    }

    @Override
    public void wake(int worker) {
        isRunning = true;
        while (role.work()) {
            // as long as it finds something
        }
        isRunning = false;
    }

    @Override
    public void replace(int worker, Role another) {
        throw new UnsupportedOperationException("no worker is replaced here");
    }

    @Override
    public void stop() {}

    boolean isRunning() {
        return isRunning;
    }
}
