package org.sojourn.host.run;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;

/** What a launcher knows of one place. What isn't final is guarded by the launcher. */
final class Seat {
    final Starter.Plan plan;

    /** Whether it is added to a run that goes on, or that begins without it. */
    final boolean isAdded;

    /** How long either end of its line may be silent, in milliseconds; 0 for as long as it likes. */
    final int lineSilence;

    /** What lets its line in; of an earlier place of its number, another. */
    String ticket = "";

    /** Done when the place runs; exceptionally if it ends before. */
    final CompletableFuture<Member> up = new CompletableFuture<>();

    /** Null only while the process is about to be begun. Read without the lock by those who end it. */
    volatile @Nullable PlaceProcess process;

    /** Done when the process has ended, and all is done that follows from that. */
    final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

    @Nullable
    Control line;

    @Nullable
    Thread reader;

    /** Where it listens, once it has told. */
    Network.@Nullable Address address;

    long heapBytes;
    boolean isGone;

    /** It was put out of the run, and its process may live all the same. */
    boolean isOut;

    /** What its process is since then; null if it isn't a place again. */
    @Nullable
    Seat heir;

    /** It has left the run in order. */
    boolean hasLeft;

    /** It has said that it exits by its own will. */
    boolean isExiting;

    /** Why its line broke, a clause; empty if it hasn't. */
    String broken = "";

    /** What its JVM has no more of. */
    @Nullable
    String exhausted;

    /** Why it can't go on with the init place, once it has said so. */
    @Nullable
    String deaf;

    /** The init place holds it to be out: what it says of that one proves nothing. */
    boolean isOutcast;

    Seat(Starter.Plan plan, boolean isAdded, int lineSilence) {
        this.plan = plan;
        this.isAdded = isAdded;
        this.lineSilence = lineSilence;
    }

    Member member() {
        return plan.member();
    }

    /** What its process is from now on, as another member. With the lock held. */
    Seat heir(Member next) {
        Seat made = new Seat(plan.of(next), true, lineSilence);
        made.process = process;
        made.line = line;
        made.reader = reader;
        heir = made;
        return made;
    }

    /** Its part in a run. */
    Order.Assign assignment(RunPlan run) {
        return new Order.Assign(
                member(),
                run.init(),
                plan.host(),
                plan.port(),
                run.silence().toMillis(),
                plan.workers() == 0 ? run.settings() : run.settings().withWorkers(plan.workers()),
                run.mainClass(),
                run.arguments(),
                plan.identity(),
                plan.plain(),
                run.beginning(),
                run.rejoins() > 0 && !isInit());
    }

    /** Whether it is a place of the run, as far as is known. */
    boolean isThere() {
        return !isGone && !isOut;
    }

    /** Whether it was put out and its process is no other place, and hasn't ended. */
    boolean isOutcastProcess() {
        return isOut && !isGone && heir == null;
    }

    /** Whether it was never part of the run. */
    boolean hasFailedToCome() {
        return isAdded && up.isCompletedExceptionally();
    }

    boolean isInit() {
        return member().place() == 0;
    }

    void kill() {
        PlaceProcess begun = process;
        if (begun != null) {
            begun.kill();
        }
    }
}
