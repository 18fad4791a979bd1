package org.sojourn.host.place;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;

/**
 * Tells the switchboard of a place who is in and who is lost, by a thread of its own, in the order in which it was heard.
 *
 * <p>A place that puts another one out waits until what is just being taken from that one is through. Taking it may call code of the
 * program, to rebuild a value, and that code needn't return. Whoever brings the news must not wait for it: the membership has more to say,
 * and the launcher may be about to ask what this place is doing.
 *
 * <p>That this place itself is out is said at once. It waits for nobody.
 */
final class MembershipThread implements Membership.Listener {
    private final Switchboard switchboard;
    private final ThreadPoolExecutor thread;

    MembershipThread(Switchboard switchboard) {
        this.switchboard = switchboard;
        this.thread = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                body -> {
                    Thread made = new Thread(body, "sojourn-" + switchboard.self() + "-members");
                    made.setDaemon(true);
                    return made;
                },
                new ThreadPoolExecutor.DiscardPolicy()); // of a place that has stopped
    }

    @Override
    public void view(Membership.View view) {
        execute(() -> switchboard.view(view));
    }

    @Override
    public void expelled(String cause) {
        switchboard.expelled(cause);
    }

    /** The launcher has seen a place end. */
    void lost(Member member, String cause) {
        execute(() -> switchboard.gone(member, cause));
    }

    /** Does something behind all that was heard before. */
    void execute(Runnable action) {
        thread.execute(action);
    }

    /** News that hasn't been told yet isn't told any more, unless this thread is just at it. */
    void stop() {
        thread.getQueue().clear();
        thread.shutdown();
    }
}
