package org.sojourn.kernel.part;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.move.Fence;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;

/**
 * What is out of the ordinary in a part's life, and the {@link Feature features} that it has; kept apart so that parts which have none of
 * it stay small. Touched in the part's turns only, except where a field says otherwise.
 */
public final class Life {
    /** The life that each part begins with. */
    public static final int FIRST = 1;

    /** Stands for whatever life a part is in, where that isn't known. */
    public static final int ANY = 0;

    /** Whether a creation has claimed an expected cell. Pairs with nothing but itself: it elects one claimant. */
    final AtomicBoolean claimed = new AtomicBoolean();

    /** Mail that came before the body. Its size is read by other threads, for people. */
    final List<Mail> early = new ArrayList<>(0);

    final Notices notices = new Notices();

    /** What the body wants done when its present message or answer is. */
    final List<Runnable> afterwards = new ArrayList<>(0);

    /** The features, the latest first. */
    @Nullable
    Feature features;

    /** Raised by each restart, so that answers and notices for a former body are known as such. Read by other threads. */
    int number = FIRST;

    /** Why the part ends, if that is not of its own will. */
    @Nullable
    Exit exit;

    /** Whether the part was ending already when it failed: nothing can restart it. */
    boolean isOver;

    /** Whether what has failed would fail again with the same body. */
    boolean isStuck;

    /** Whether the part has prepared to leave, and may be packed any number of times before it has left. */
    boolean isAboutToLeave;

    /** What this part held when it last told its place. */
    int burden;

    /** Who has muted the part, if anybody has. Read by other threads while the place is idle: pairs with the idle stamp. */
    @Nullable
    Object mutedBy;

    Life() {}

    /** Notes what the part holds now; returns the change. */
    int burden(int now) {
        int change = now - burden;
        burden = now;
        return change;
    }

    Exit reason() {
        Exit known = exit;
        return known == null ? Exit.NORMAL : known;
    }

    // ---- features -------------------------------------------------------------------------------------------------

    <F extends Feature> @Nullable F having(Class<F> type) {
        for (Feature each = features; each != null; each = each.next) {
            if (each.getClass() == type) {
                return type.cast(each);
            }
        }
        return null;
    }

    void add(Feature fresh) {
        fresh.next = features;
        features = fresh;
    }

    void remove(Feature gone) {
        Feature before = null;
        for (Feature each = features; each != gone; each = Objects.requireNonNull(each).next) {
            before = each;
        }
        if (before == null) {
            features = gone.next;
        } else {
            before.next = gone.next;
        }
    }

    private void each(Consumer<Feature> told) {
        for (Feature each = features; each != null; ) {
            Feature following = each.next; // it may go now
            told.accept(each);
            each = following;
        }
    }

    void runAfterwards() {
        while (!afterwards.isEmpty()) {
            afterwards.remove(afterwards.size() - 1).run();
        }
    }

    /** Something was processed. */
    void processed(Cell part) {
        each(feature -> feature.processed(part));
    }

    /** Whether somebody wants to know of what is processed next. */
    boolean isAttended() {
        return !afterwards.isEmpty() || any(Feature::isAttentive);
    }

    /** The part has nothing to do for now. */
    void settled(Cell part) {
        each(feature -> feature.settled(part));
    }

    /** What some feature waited for may be over. */
    void freed(Cell part) {
        each(feature -> feature.freed(part));
    }

    /** What is done about the failure by which the part is ending; null for nothing. */
    Feature.@Nullable Remedy remedy(Cell part) {
        Feature.Remedy remedy = null;
        for (Feature each = features; each != null && remedy == null; each = each.next) {
            remedy = each.remedy(part);
        }
        return remedy;
    }

    /** The next life begins, with nothing of what belongs to the former body. */
    void restart(Cell part) {
        number++;
        exit = null;
        isStuck = false;
        afterwards.clear();
        notices.clear();
        each(feature -> feature.restarted(part));
    }

    /** The part has exited. */
    void end(Cell part) {
        Exit why = reason();
        boolean isHandled = why.cause() != Exit.Cause.FAILED;
        for (Feature each = features; each != null; each = each.next) {
            isHandled |= each.handlesFailure();
        }
        if (!isHandled) {
            part.parts().census().unhandled(why.detail());
        }
        each(feature -> feature.ended(part, why));
    }

    // ---- leaving --------------------------------------------------------------------------------------------------

    private boolean any(Predicate<Feature> is) {
        for (Feature each = features; each != null; each = each.next) {
            if (is.test(each)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the part waits for something that is bound to its place. */
    boolean isBound() {
        return any(Feature::isBound);
    }

    String binding() {
        Feature bound = features;
        while (bound != null && !bound.isBound()) {
            bound = bound.next;
        }
        return Objects.requireNonNull(bound).binding();
    }

    boolean isHeldUp() {
        return any(Feature::isHeldUp);
    }

    boolean isOpen() {
        return any(Feature::isOpen);
    }

    void ordered() {
        each(Feature::ordered);
    }

    List<Feature.Packed> pack(Cell part) {
        List<Feature.Packed> all = new ArrayList<>();
        each(feature -> {
            Feature.Packed packed = feature.pack(part);
            if (packed != null) {
                all.add(packed);
            }
        });
        return all;
    }

    void sent(Collection<Descriptor<Sojourner>> ways, Collection<Fence> fences) {
        each(feature -> feature.sent(ways, fences));
    }

    void left(Cell part) {
        each(feature -> feature.left(part));
    }

    /** A message of some feature's own that has come with the part; null if none knows the number. */
    @Nullable
    Mail waits(int number) {
        Mail waits = null;
        for (Feature each = features; each != null && waits == null; each = each.next) {
            waits = each.waits(number);
        }
        return waits;
    }
}
