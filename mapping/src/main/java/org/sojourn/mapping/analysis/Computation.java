package org.sojourn.mapping.analysis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.mapping.code.Dictionary;
import org.sojourn.mapping.code.Verb;
import org.sojourn.mapping.code.Verb.Facet;
import org.sojourn.mapping.fact.Facts;
import org.sojourn.mapping.vector.Finding;
import org.sojourn.mapping.vector.Work;

/**
 * Whether a handler computes: it recurses, has a loop whose bound isn't known, or calls what costs much (the paper's section 2.3.4).
 *
 * <p>Where the paper leaves it open, or contradicts its own examples, this is what was chosen:
 *
 * <ul>
 *   <li>A loop that sends to others, and does nothing else of that sort, is no computation: it is what makes a scatter.
 *   <li>A loop that blocks in each round waits more than it computes.
 *   <li>A loop with constant bounds is computation above {@value #MANY_ROUNDS} rounds, those of loops in it counted.
 *   <li>Reading or writing variable state is computation if it takes longer the larger the state is: a look-up in a map isn't, a
 *       search in a list is.
 * </ul>
 */
final class Computation {
    private static final long MANY_ROUNDS = 10_000;

    private final Walk walk;

    /** The methods that send or block, themselves or by what they call. */
    private final Set<String> busy = new HashSet<>();

    Computation(Walk walk) {
        this.walk = walk;
    }

    Finding<Work> work() {
        findBusy();
        for (Reach reach : walk.reached()) {
            Finding<Work> found = loops(reach);
            found = found == null ? costly(reach) : found;
            found = found == null ? recursion(reach) : found;
            if (found != null) {
                return found;
            }
        }
        if (walk.unfollowed().isEmpty()) {
            return new Finding<>(Work.IO, "no recursion, no open loop, no costly call", null);
        }
        Walk.Unfollowed first = walk.unfollowed().iterator().next();
        return new Finding<>(Work.UNKNOWN, first.what(), first.where());
    }

    private void findBusy() {
        for (boolean isChanged = true; isChanged; ) {
            isChanged = false;
            for (Reach reach : walk.reached()) {
                boolean isBusy = reach.facts.calls().stream().anyMatch(call -> isBusy(reach, call))
                        || reach.functions.values().stream().anyMatch(busy::contains);
                isChanged |= isBusy && busy.add(reach.key);
            }
        }
    }

    private boolean isBusy(Reach reach, Facts.Call call) {
        Dictionary.Entry talk = call.word(Facet.TALK);
        return call.mayBlock()
                || (talk != null && isSending(talk.verb()))
                || reach.callees.getOrDefault(call.site().at(), List.of()).stream()
                        .anyMatch(busy::contains);
    }

    private static boolean isSending(Verb verb) {
        return verb == Verb.SEND
                || verb == Verb.REQUEST
                || verb == Verb.BROADCAST
                || verb == Verb.REPLY
                || verb == Verb.CREATE;
    }

    private @Nullable Finding<Work> loops(Reach reach) {
        List<Facts.Loop> loops = reach.facts.loops();
        for (int i = 0; i < loops.size(); i++) {
            Facts.Loop loop = loops.get(i);
            if (isExcused(reach, i)) {
                continue;
            }
            if (loop.trips() < 0) {
                return new Finding<>(Work.MATH, "a loop whose bound isn't known", reach.where(loop.site()));
            }
            long rounds = loop.trips();
            for (int outer = loop.outer(); outer >= 0; outer = loops.get(outer).outer()) {
                rounds *= Math.max(1, loops.get(outer).trips());
            }
            if (rounds > MANY_ROUNDS) {
                return new Finding<>(Work.MATH, "a loop of " + rounds + " rounds", reach.where(loop.site()));
            }
        }
        return null;
    }

    private boolean isExcused(Reach reach, int loop) {
        return reach.facts.calls().stream()
                        .filter(call -> call.site().loops().contains(loop))
                        .anyMatch(call -> isBusy(reach, call))
                || reach.facts.functions().stream()
                        .filter(function -> function.site().loops().contains(loop))
                        .anyMatch(function -> isBusy(reach, function));
    }

    private boolean isBusy(Reach reach, Facts.Function function) {
        String key = reach.functions.get(function.site().at());
        return key != null && busy.contains(key);
    }

    private @Nullable Finding<Work> costly(Reach reach) {
        for (Facts.Call call : reach.facts.calls()) {
            boolean isForSending = reach.facts.functions().stream()
                    .filter(function -> function.user() == call)
                    .anyMatch(function -> isBusy(reach, function));
            if (call.is(Verb.COSTLY) && !isForSending) {
                return new Finding<>(Work.MATH, call.shown() + " is costly", reach.where(call.site()));
            }
        }
        return null;
    }

    /** A method that can come back to itself by calls that have one target each. */
    private @Nullable Finding<Work> recursion(Reach reach) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>();
        next(reach).forEach(open::add);
        while (!open.isEmpty()) {
            String key = open.remove();
            if (key.equals(reach.key) && reach != walk.entry()) {
                return new Finding<>(
                        Work.MATH,
                        reach.method.node().name + " is recursive",
                        reach.where(reach.facts.calls().getFirst().site()));
            }
            Reach other = walk.reached(key);
            if (seen.add(key) && other != null) {
                next(other).forEach(open::add);
            }
        }
        return null;
    }

    private static Stream<String> next(Reach reach) {
        return Stream.concat(
                reach.callees.values().stream().filter(keys -> keys.size() == 1).map(List::getFirst),
                reach.functions.values().stream().filter(Objects::nonNull));
    }
}
