package org.sojourn.host.run;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;

/** Begins the processes of places, on this machine or on another one. */
@FunctionalInterface
public interface Starter {
    /**
     * One place to be.
     *
     * @param member the member that it will be
     * @param host the address that it binds to; empty for that from which its line comes
     * @param port its port, 0 for a free one
     * @param classPath its class path
     * @param javaOptions options for its JVM, after those that all share
     * @param identity what it shows other places; null if all speak in clear
     * @param plain whether it may speak in clear though other machines reach the address
     * @param workers its worker threads; 0 for as many as the settings of the run say
     */
    record Plan(
            Member member,
            String host,
            int port,
            String classPath,
            List<String> javaOptions,
            Network.@Nullable Identity identity,
            boolean plain,
            int workers) {
        /**
         * A place of this machine that speaks in clear.
         *
         * @param member the member that it will be
         * @param host the address that it binds to
         * @param port its port, 0 for a free one
         * @param classPath its class path
         * @param javaOptions options for its JVM, after those that all share
         */
        public Plan(Member member, String host, int port, String classPath, List<String> javaOptions) {
            this(member, host, port, classPath, javaOptions, null, false, 0);
        }

        /** The same for another member of its number. */
        Plan of(Member next) {
            return new Plan(next, host, port, classPath, javaOptions, identity, plain, workers);
        }
    }

    /**
     * Begins a process. Returns at once: what becomes of it is told later.
     *
     * @param plan the place
     * @param line what its environment must have for it to find its launcher, see {@link LauncherAddress}: a port of this
     *     machine's loopback interface, its number and its ticket. Whoever forwards the port names the one at the other end instead
     * @param errors gets each line of its standard error, before that is passed on. The init place's is the launcher's own, and nobody
     *     gets it
     * @return the process
     * @throws IOException if it can't be begun; a sentence
     */
    PlaceProcess start(Plan plan, Map<String, String> line, Consumer<String> errors) throws IOException;

    /**
     * Says whether a network is between this process and a place, or a connection that goes by way of another machine, such as a
     * forwarded port. The line of such a place has signs of life, see {@link Wire}: each end learns within {@link
     * Bound#CONTROL_SILENCE_MILLIS}, or the run's silence if that is longer, that the other one is gone without a word. The place ends then;
     * here its {@link PlaceProcess} is {@linkplain PlaceProcess#kill killed}, and has to end by that even if its machine can't be reached.
     *
     * @param plan the place
     * @return whether it is so
     */
    default boolean isFar(Plan plan) {
        return false;
    }
}
