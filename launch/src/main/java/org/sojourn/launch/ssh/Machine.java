package org.sojourn.launch.ssh;

import org.jspecify.annotations.Nullable;

/**
 * A machine that is reached by ssh. Two that differ in anything have connections of their own.
 *
 * @param host its name or address, or a name of the ssh configuration
 * @param user who logs in there; null for the one that the environment or the ssh configuration names
 * @param port where its sshd listens; 0 for what the ssh configuration says, or 22
 * @param java the Java to use there, or its folder; null for one that is found
 * @param cache where what is staged is kept there; null for its user's cache
 */
public record Machine(
        String host,
        @Nullable String user,
        int port,
        @Nullable String java,
        @Nullable String cache) {
    @Override
    public String toString() {
        return (user == null ? "" : user + "@") + host + (port == 0 ? "" : ":" + port);
    }
}
