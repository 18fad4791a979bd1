package org.sojourn.net.membership;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jgroups.Event;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.GmsImpl;
import org.jgroups.util.Digest;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * JGroups' group membership with our rules added: a view that leaves this place or the init place out is not installed
 * but ends this place's part in the group, and all hear of members that are out.
 */
final class PlaceGroup extends GMS {
    private final Consumer<String> onExcluded;
    private final Consumer<Member> onLost;
    private final Runnable onView;

    /**
     * A group that this place isn't in.
     *
     * @param onExcluded told, with a sentence, if a view leaves this place or the init place out
     * @param onLost told of each incarnation that was in a view of mine and no longer is
     * @param onView told of each view that was installed
     */
    PlaceGroup(Consumer<String> onExcluded, Consumer<Member> onLost, Runnable onView) {
        this.onExcluded = onExcluded;
        this.onLost = onLost;
        this.onView = onView;
        setId(ClassConfigurator.getProtocolId(GMS.class));
        printLocalAddress(false);
        logViewWarnings(false);
    }

    /** At the init place: shows members that haven't asked to join, so that all learn of their loss when they are left out. */
    void show(List<Member> members) {
        getViewHandler()
                .add(members.stream()
                        .map(each -> new GmsImpl.Request(GmsImpl.Request.JOIN, MemberAddress.of(each)))
                        .toList());
    }

    /**
     * Doesn't ask to be let go: the links' goodbye tells the init place that this place has ended, and the next view leaves it out. JGroups
     * would wait for an answer, at the end of a run from members that end at the same moment.
     */
    @Override
    public @Nullable Object down(Event event) {
        if (event.getType() == Event.DISCONNECT) {
            ack_collector.destroy();
            return down_prot.down(event);
        }
        return super.down(event);
    }

    @Override
    public void installView(View next, @Nullable Digest digest) {
        View before = view();
        if (before != null && next.getViewId().compareToIDs(before.getViewId()) > 0) {
            long number = next.getViewId().getId();
            if (!MemberAddress.isInit(next.getMembersRaw()[0])) {
                onExcluded.accept("view " + number
                        + " has no init place: this is the losing side of a partition, or the init" + " place is gone");
                return;
            }
            if (!next.containsMember(getAddress())) {
                onExcluded.accept("declared out by the init place in view " + number);
                return;
            }
            Set<Member> lost = new HashSet<>(MemberAddress.toMembers(before.getMembers()));
            lost.removeAll(MemberAddress.toMembers(next.getMembers()));
            lost.forEach(onLost);
        }
        super.installView(next, digest);
        onView.run();
    }
}
