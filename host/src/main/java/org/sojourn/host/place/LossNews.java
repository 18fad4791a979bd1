package org.sojourn.host.place;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.port.Member;

/**
 * Tells the launcher whom this place holds to be out, so that it ends them: all must hold the same. A place that no view has shown isn't in,
 * and says nothing of others: it may be the one that all refuse, since it runs another program, and its word would end them.
 */
final class LossNews implements Switchboard.Watcher {
    private final Member self;
    private final Consumer<Member> onLost;
    private final Consumer<String> onExpelled;

    /** Guarded by this, as what follows. */
    private boolean isIn;

    private final List<Member> untold = new ArrayList<>();

    /**
     * Tells nothing yet.
     *
     * @param self this place
     * @param onLost told of each place that is out for this one, once it is in
     * @param onExpelled told if this place is out itself
     */
    LossNews(Member self, Consumer<Member> onLost, Consumer<String> onExpelled) {
        this.self = self;
        this.onLost = onLost;
        this.onExpelled = onExpelled;
    }

    @Override
    public void shown(Member member) {
        if (!member.equals(self)) {
            return;
        }
        List<Member> all;
        synchronized (this) {
            isIn = true;
            all = List.copyOf(untold);
            untold.clear();
        }
        all.forEach(onLost);
    }

    @Override
    public void lost(Member member, String cause) {
        synchronized (this) {
            if (!isIn) {
                untold.add(member);
                return;
            }
        }
        onLost.accept(member);
    }

    @Override
    public void expelled(String cause) {
        onExpelled.accept(cause);
    }
}
