package org.sojourn.messengers.agent;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.run.Freezer;
import org.sojourn.weave.run.Resumption;

/**
 * An agent runs at a node, from where it stands up to its next step. All of its frames have left the stack by then: the step is whoever's that has run it.
 */
public final class Stay {
    /** Of the agent that runs on the thread. */
    private static final ThreadLocal<Stay> RUNS = new ThreadLocal<>();

    /** What it does next. */
    public enum Act {
        /** {@link Agent#hop}. */
        HOP,
        /** {@link Agent#delete}. */
        DELETE,
        /** {@link Agent#create}. */
        CREATE,
        /** {@link Agent#createAtAll}. */
        CREATE_AT_ALL,
        /** {@link Agent#giveWay}. */
        GIVE_WAY
    }

    /**
     * How a stay has ended.
     *
     * @param act what the agent does next
     * @param way where
     * @param frames what goes on afterwards
     */
    public record Parting(Act act, Way way, DeltaSet frames) {}

    private final Agent agent;
    private final Surroundings around;
    private @Nullable Parting parting;

    private Stay(Agent agent, Surroundings around) {
        this.agent = agent;
        this.around = around;
    }

    /**
     * Runs an agent.
     *
     * @param frames from where; null for its beginning
     * @param failure why it couldn't do what it wanted; null if it has
     * @return what it does next; null if it has ended
     * @throws Throwable it has failed
     */
    public static @Nullable Parting run(
            Agent agent, @Nullable DeltaSet frames, @Nullable Throwable failure, Surroundings around) throws Throwable {
        Stay stay = new Stay(agent, around);
        RUNS.set(stay);
        try {
            if (frames == null) {
                agent.run();
            } else {
                Resumption.run(frames, null, failure);
            }
        } finally {
            RUNS.remove();
        }
        return stay.parting;
    }

    /** {@return what an agent declares of nodes} */
    public static String nodes(Agent agent) {
        return agent.nodes();
    }

    /** The stay of an agent, in its own code. */
    static Stay of(Agent agent, String what) {
        Stay stay = RUNS.get();
        if (stay == null || stay.agent != agent) {
            throw new IllegalStateException(
                    agent.getClass().getName() + " " + what + " outside its own run(), on thread \""
                            + Thread.currentThread().getName() + "\"; only there is it at a node");
        }
        return stay;
    }

    Surroundings around() {
        return around;
    }

    /** Says what is to be thrown so that it parts. */
    Capture parts(Act act, Way way) {
        String refusal = Freezer.refusal(Stay.class, "run()");
        Capture capture = refusal.isEmpty() ? Freezer.captureAll(Stay.class, frames -> left(act, way, frames)) : null;
        if (capture == null) {
            throw new IllegalStateException(agent.getClass().getName() + " can't "
                    + act.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " here, " + refusal);
        }
        return capture;
    }

    private @Nullable Object left(Act act, Way way, DeltaSet frames) {
        parting = new Parting(act, way, frames);
        return null;
    }
}
