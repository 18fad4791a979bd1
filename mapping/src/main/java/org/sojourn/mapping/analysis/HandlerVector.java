package org.sojourn.mapping.analysis;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sojourn.mapping.code.Verb;
import org.sojourn.mapping.fact.Facts;
import org.sojourn.mapping.vector.Blocking;
import org.sojourn.mapping.vector.CVector;
import org.sojourn.mapping.vector.Finding;
import org.sojourn.mapping.vector.Incoming;
import org.sojourn.mapping.vector.Outgoing;
import org.sojourn.mapping.vector.Parallelism;
import org.sojourn.mapping.vector.State;

/**
 * The vector of one handler: the paper's Algorithm 1 for π, its Figure 5 for ρ→ and ρ←, a dictionary for β. What can't be
 * followed leaves a field unknown, unless what was found decides it anyway.
 */
final class HandlerVector {
    private final Walk walk;
    private final Talk talk;
    private final StateFields fields;

    HandlerVector(Walk walk, Talk talk, StateFields fields) {
        this.walk = walk;
        this.talk = talk;
        this.fields = fields;
    }

    CVector vector() {
        Finding<Blocking> blocking = blocking();
        return new CVector(blocking, state(), parallelism(), outgoing(), incoming(), new Computation(walk).work());
    }

    private boolean isRead() {
        return walk.entry().facts.returns();
    }

    private <V extends Enum<V>> Finding<V> unread(V value) {
        Walk.Unfollowed first = walk.unfollowed().iterator().next();
        return new Finding<>(value, first.what(), first.where());
    }

    private Finding<Blocking> blocking() {
        Finding<Blocking> found = first(Facts.Call::mayBlock);
        if (found != null) {
            return found;
        }
        return walk.unfollowed().isEmpty()
                ? new Finding<>(Blocking.FALSE, "no call that blocks is reached", null)
                : unread(Blocking.UNKNOWN);
    }

    /** The first call that waits for a file; null if none is reached. */
    @Nullable
    Finding<Blocking> file() {
        return first(call -> call.is(Verb.FILE));
    }

    private @Nullable Finding<Blocking> first(Predicate<Facts.Call> blocks) {
        for (Reach reach : walk.reached()) {
            for (Facts.Call call : reach.facts.calls()) {
                if (blocks.test(call)) {
                    return new Finding<>(Blocking.TRUE, call.shown() + " may block", reach.where(call.site()));
                }
            }
        }
        return null;
    }

    private Finding<State> state() {
        Set<String> used = new LinkedHashSet<>();
        for (Reach reach : walk.reached()) {
            for (Facts.FieldUse use : reach.facts.fields()) {
                String field = use.owner() + '.' + use.name();
                if (fields.isState(field)) {
                    used.add(field);
                }
            }
        }
        return isRead() ? fields.finding(used) : unread(State.UNKNOWN);
    }

    private Finding<Parallelism> parallelism() {
        if (!isRead()) {
            return unread(Parallelism.UNKNOWN);
        }
        boolean isFuture = false;
        Talk.@Nullable Asked reason = null;
        for (Talk.Asked each : talk.asked) {
            if (each.isAtOnce()) {
                return new Finding<>(Parallelism.SYNC, "an answer is waited for at once", each.claimed());
            }
            isFuture |= each.isUsed();
            reason = reason == null || each.isUsed() ? each : reason;
        }
        if (isFuture && reason != null) {
            return new Finding<>(Parallelism.FUTURE, "an answer is used when it has come", reason.where());
        }
        List<Talk.Sent> sent = talk.outgoing();
        return sent.isEmpty()
                ? new Finding<>(Parallelism.ASYNC, "nothing is sent", null)
                : new Finding<>(
                        Parallelism.ASYNC, "no answer is used", sent.getFirst().where());
    }

    private Finding<Outgoing> outgoing() {
        if (!isRead()) {
            return unread(Outgoing.UNKNOWN);
        }
        List<Talk.Sent> sent = talk.outgoing();
        for (Talk.Sent each : sent) {
            if (each.count() == Talk.Count.ALL) {
                return new Finding<>(Outgoing.SCATTER, "sends many to " + each.to(), each.where());
            }
        }
        return sent.isEmpty()
                ? new Finding<>(Outgoing.LEAF, "nothing is sent", null)
                : new Finding<>(
                        Outgoing.ROUTER,
                        "sends to " + sent.getFirst().to(),
                        sent.getFirst().where());
    }

    private Finding<Incoming> incoming() {
        if (!isRead()) {
            return unread(Incoming.UNKNOWN);
        }
        for (Talk.Sent each : talk.outgoing()) {
            if (each.count() != Talk.Count.ALL) {
                return new Finding<>(Incoming.GATHER, "sends at most one to " + each.to(), each.where());
            }
        }
        Set<String> seen = new HashSet<>();
        for (Reach reach : walk.reached()) {
            for (Facts.FieldUse use : reach.facts.fields()) {
                String field = use.owner() + '.' + use.name();
                if (fields.isState(field) && seen.add(field)) {
                    String what = (use.written() == null ? "reads " : "writes ") + use.name();
                    return new Finding<>(Incoming.GATHER, what, reach.where(use.site()));
                }
            }
        }
        if (!talk.outgoing().isEmpty()) {
            return new Finding<>(
                    Incoming.REQUEST_REPLY,
                    "it does nothing but send to all",
                    talk.outgoing().getFirst().where());
        }
        return talk.exit != null
                ? new Finding<>(Incoming.REQUEST_REPLY, "it does nothing but exit", talk.exit)
                : new Finding<>(Incoming.GATHER, "nothing is sent", null);
    }
}
