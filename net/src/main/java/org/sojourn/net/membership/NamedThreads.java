package org.sojourn.net.membership;

import org.jgroups.util.DefaultThreadFactory;

/**
 * The threads of JGroups, which have their names from the beginning. Its own factory names them afterwards, and each takes a number of those by
 * which Java names the threads of a program, {@code Thread-0} and so on.
 */
final class NamedThreads extends DefaultThreadFactory {
    NamedThreads(String name) {
        super(name, true, true);
    }

    @Override
    protected Thread newThread(Runnable task, String name, String address, String cluster) {
        Thread thread = new Thread(task, getThreadName(name, address, cluster));
        thread.setDaemon(true);
        return thread;
    }
}
