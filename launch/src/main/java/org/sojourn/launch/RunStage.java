package org.sojourn.launch;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.Beginning;
import org.sojourn.host.run.Notice;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.Ending;

/**
 * How far a run is whose main doesn't just begin, or that doesn't end by itself: its main waits for {@code ./sojourn start} or for
 * places, runs, or the run is quiescent and waits for {@code ./sojourn stop}.
 */
final class RunStage {
    private final Beginning beginning;
    private final String run = Long.toString(ProcessHandle.current().pid());
    private final Runnable begin;
    private final Runnable finish;
    private final Consumer<String> said;

    /** Guarded by this, as all that follows. */
    private boolean isUp;

    private boolean isAsked;
    private boolean hasBegun;
    private boolean isResting;
    private boolean hasRested;

    /** How the run ends that is being stopped; null until it is. */
    private Notice.@Nullable Ended stopping;

    /**
     * Nothing has begun.
     *
     * @param beginning when main begins
     * @param begin has main begin, at an init place that is there
     * @param finish has main go on that waits for the end of the run
     * @param said told what people should know, a sentence each
     */
    RunStage(Beginning beginning, Runnable begin, Runnable finish, Consumer<String> said) {
        this.beginning = beginning;
        this.begin = begin;
        this.finish = finish;
        this.said = said;
    }

    /**
     * The init place runs.
     *
     * @param started with how many places the run was started
     */
    synchronized void up(int started) {
        isUp = true;
        if (beginning.isManual() && isAsked) {
            begin.run();
        } else if (beginning.isManual()) {
            said.accept("main waits for ./sojourn start " + run);
        }
        if (beginning.places() > started) {
            said.accept("main waits for " + beginning.places() + " places, and the run was started with " + started
                    + "; ./sojourn place --join adds one");
        }
    }

    /** Main begins. */
    synchronized void begins() {
        hasBegun = true;
    }

    /** The run is quiescent. */
    synchronized void rests(Ending how) {
        isResting = true;
        if (!hasRested) {
            hasRested = true;
            said.accept("the run is at rest: "
                    + Stream.concat(Stream.of(how.word().toString()), how.sentences().stream())
                            .collect(Collectors.joining("; "))
                    + "; ./sojourn stop " + run + " ends it");
        }
    }

    /** The run is quiescent no longer. */
    synchronized void resumes() {
        isResting = false;
    }

    /**
     * A place has gone.
     *
     * @param left how many are left
     */
    synchronized void gone(int left) {
        if (hasBegun && left == beginning.places() - 1) {
            said.accept("fewer places are left than --min-places asks for before main begins: " + left + " of "
                    + beginning.places() + "; the run goes on");
        }
    }

    /**
     * {@return what the run waits for, a clause; empty if it just goes on}
     *
     * @param places how many there are
     */
    synchronized String word(int places) {
        if (hasBegun) {
            return isResting ? "at rest, waits for stop" : "";
        }
        if (beginning.isManual() && !isAsked) {
            return "waits for start";
        }
        return places < beginning.places() ? "waits for places: " + places + " of " + beginning.places() : "";
    }

    /**
     * Somebody stops the run. The main of a manual one, which may wait for that in {@code close}, says what it has to say first.
     *
     * @param how how it ends
     * @param end ends it
     */
    synchronized void stops(Notice.Ended how, Consumer<Notice.Ended> end) {
        if (!beginning.isManual() || !hasBegun) {
            end.accept(how);
            return;
        }
        stopping = how;
        finish.run();
        CompletableFuture.delayedExecutor(Bound.SHUTDOWN_HOOK_SECONDS.value(), TimeUnit.SECONDS)
                .execute(() -> end.accept(how));
    }

    /**
     * {@return how the run ends}
     *
     * @param said what the init place says of that
     */
    synchronized Notice.Ended ended(Notice.Ended said) {
        Notice.Ended stopped = stopping;
        return stopped == null || said.ending().word() == Ending.Word.FAILED ? said : stopped;
    }

    /**
     * Somebody asks that main begins.
     *
     * @param init the init place, by which this is answered
     * @param places how many there are
     */
    synchronized Map<Member, Notice.Answered> start(Member init, int places) {
        String refusal = "";
        if (!beginning.isManual()) {
            refusal = "its main begins by itself; run has the option --manual for those that don't";
        } else if (isAsked) {
            refusal = hasBegun ? "its main has begun" : "it was started already, and " + word(places);
        } else {
            isAsked = true;
            if (isUp) {
                begin.run();
            }
        }
        return Map.of(init, new Notice.Answered(0, refusal, new byte[0]));
    }
}
