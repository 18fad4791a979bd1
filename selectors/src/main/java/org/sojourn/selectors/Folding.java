package org.sojourn.selectors;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * Asks the members of a group that were created at one place, and the places below that one in a tree; folds what comes, and answers
 * once.
 *
 * <p><b>The tree.</b> Its root is the place of whoever has called {@link Group#reduce}; the other places of the group follow in the order
 * in which the group names them. The place at position p has those at 16 p + 1 to 16 p + 16 below it. So every place computes the
 * same tree from the group and the root alone. Each position has one selector of this class for the time of one call. It creates those
 * below it, asks each of them once ({@link Begin}), asks its own members, wherever they live by now, and answers with a {@link Part} when
 * all have ended, one way or the other.
 *
 * <p><b>Why each member is asked once at most.</b> A member belongs to the position of the place where it was created, each position has
 * one selector, and that asks once. Nobody asks again: if a place is lost while it folds, its part is missing, and what was to come
 * through it from places further down. A place that is known to be lost when its turn comes has asked nobody; those below it are
 * asked by the one above it, in its stead. With up to 17 places nothing is below anything but the root, and only the members of
 * lost places are missing.
 *
 * <p><b>Why it ends.</b> A member has the time-out of the call. A position at height h over the lowest ones waits h time-outs for
 * those below it, which end sooner: at height 0 by their members' time-out, and so on. A failure of the program's own functions is passed
 * on as the answer, and ends the whole call.
 *
 * @param <M> the messages of the members
 * @param <A> the answers
 */
@Immovable("it folds the answers of this place, and ends with the last of them")
final class Folding<M, A> extends Actor<Folding.Begin<A>> {
    /** More would make the root the bottleneck; fewer, a loss dearer. */
    static final int BRANCHES = 16;

    /** Asks for the part of a position and of those below it. */
    record Begin<A>(ReplyTo<Part<A>> asker) {}

    /** What has come of some members. */
    record Part<A>(Joined.@Nullable Got<A> got, int answered) {}

    private final Group<M> group;
    private final Group.Question<M, A> question;
    private final Group.Fold<A> fold;
    private final Duration timeout;
    private final List<Member> tree;
    private final int position;

    private Joined.@Nullable Got<A> folded;
    private int answered;
    private int open;
    private @Nullable Throwable failure;

    private Folding(
            Group<M> group,
            Group.Question<M, A> question,
            Group.Fold<A> fold,
            Duration timeout,
            Member root,
            int position) {
        this.group = group;
        this.question = question;
        this.fold = fold;
        this.timeout = timeout;
        this.tree = tree(group, root);
        this.position = position;
    }

    /** The selector of a position; its functions are captured one by one, as functions travel only so. */
    static <M, A> SelectorFactory<Begin<A>> at(
            Group<M> group,
            Group.Question<M, A> question,
            Group.Fold<A> fold,
            Duration timeout,
            Member root,
            int position) {
        int place = root.place();
        long incarnation = root.incarnation();
        return () -> new Folding<>(group, question, fold, timeout, new Member(place, incarnation), position);
    }

    private static List<Member> tree(Group<?> group, Member root) {
        Set<Member> places = group.places();
        List<Member> tree = new ArrayList<>(places.size() + 1);
        tree.add(root);
        places.stream().filter(each -> !each.equals(root)).forEach(tree::add);
        return tree;
    }

    /** How long the root takes at most. */
    static Duration longest(Group<?> group, Duration timeout) {
        return times(timeout, height(group.places().size() + 1, 0) + 2);
    }

    /** How many levels are below a position. */
    private static int height(int size, int position) {
        int height = 0;
        for (long below = position; below * BRANCHES + 1 < size; below = below * BRANCHES + 1) {
            height++;
        }
        return height;
    }

    private static Duration times(Duration timeout, int count) {
        try {
            return timeout.multipliedBy(count);
        } catch (ArithmeticException e) {
            return timeout; // for ever, as it is
        }
    }

    @Override
    protected void process(Begin<A> begin) {
        ReplyTo<Part<A>> asker = begin.asker();
        open = 2;
        try {
            Join<Part<A>> below = join(times(timeout, Math.max(1, height(tree.size(), position))));
            askBelow(below, position);
            Join<A> members = join(timeout);
            group.indexesAt(tree.get(position)).forEach(index -> members.ask(group.member(index), question::ask));
            members.all(joined -> {
                for (int i = 0; i < joined.size(); i++) {
                    if (joined.isAnswered(i)) {
                        fold(new Joined.Got<>(joined.value(i)), 1);
                    }
                }
                ended(asker);
            });
            below.all(joined -> {
                for (int i = 0; i < joined.size(); i++) {
                    take(joined, i);
                }
                ended(asker);
            });
        } catch (RuntimeException e) { // of the question, or because it can't travel to a member that has moved
            asker.fail(e);
            exit();
        }
    }

    private void askBelow(Join<Part<A>> below, int over) {
        for (int i = 1; i <= BRANCHES; i++) {
            int child = over * BRANCHES + i;
            if (child >= tree.size() || child < 0) {
                return;
            }
            Handle<Begin<A>> folding = folding(child);
            if (folding == null) {
                askBelow(below, child);
            } else {
                below.ask(folding, Begin::new);
            }
        }
    }

    /** What folds at a position; null if its place is lost. */
    private @Nullable Handle<Begin<A>> folding(int child) {
        Member place = tree.get(child);
        try {
            return ((SelectorPlace) system()).isUsable(place)
                    ? create(new Place(place.place()), at(group, question, fold, timeout, tree.get(0), child))
                    : null;
        } catch (PlaceLostException e) {
            return null; // just now
        }
    }

    private void take(Joined<Part<A>> joined, int which) {
        Throwable missing = joined.failure(which);
        if (missing == null) {
            Part<A> part = joined.value(which);
            Joined.Got<A> got = part.got();
            if (got != null) {
                fold(got, part.answered());
            }
        } else if (!(missing instanceof PlaceLostException) && !(missing instanceof RequestTimeoutException)) {
            failure = missing;
        }
    }

    private void fold(Joined.Got<A> more, int count) {
        Joined.Got<A> before = folded;
        try {
            folded = before == null ? more : new Joined.Got<>(fold.fold(before.value(), more.value()));
            answered += count;
        } catch (Throwable e) { // whatever it is, the caller gets to know it
            failure = e;
        }
    }

    private void ended(ReplyTo<Part<A>> asker) {
        open--;
        if (open > 0) {
            return;
        }
        if (failure != null) {
            asker.fail(failure);
        } else {
            try {
                asker.reply(new Part<>(folded, answered));
            } catch (UnsendableException e) {
                asker.fail(e);
            }
        }
        exit();
    }
}
