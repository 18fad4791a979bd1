package org.sojourn.net.membership;

import java.net.InetSocketAddress;
import java.util.List;
import org.jgroups.Event;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.TCPPING;
import org.jgroups.util.Responses;

/**
 * Discovery that knows one answer only: the group that the init place leads.
 *
 * <p>JGroups makes a member whose discovery comes back empty, or with other joiners only, the first of a new group. So
 * discovery never comes back here before the init place itself has said that it leads the group; it is asked again
 * every {@value #RETRY_MILLIS} ms. The init place asks nobody and leads at once.
 */
final class InitPlaceDiscovery extends TCPPING {
    /** How long an answer is waited for before the question is repeated. */
    private static final long RETRY_MILLIS = 20;

    private final boolean init;

    /** Set by {@link #abandon} in the stopping thread, read by {@link #awaitInitPlace} in the joining one. */
    private volatile boolean abandoned;

    InitPlaceDiscovery(boolean init, InetSocketAddress initAddress) {
        this.init = init;
        setId(ClassConfigurator.getProtocolId(TCPPING.class));
        setInitialHosts(init ? List.of() : List.of(initAddress));
        setPortRange(0);
    }

    /** Makes a search that is under way, and each later one, fail. */
    void abandon() {
        abandoned = true;
    }

    @Override
    public Object down(Event event) {
        if (event.getType() != Event.FIND_INITIAL_MBRS) {
            return super.down(event);
        }
        return init ? new Responses(true).done() : awaitInitPlace();
    }

    private Responses awaitInitPlace() {
        while (!abandoned) {
            Responses responses = findMembers(null, true, false, RETRY_MILLIS);
            responses.waitFor(RETRY_MILLIS);
            for (PingData answer : responses) {
                if (answer.isCoord() && MemberAddress.isInit(answer.getAddress())) {
                    return responses;
                }
            }
            responses.done();
        }
        throw new IllegalStateException("stopped before the init place was found");
    }
}
