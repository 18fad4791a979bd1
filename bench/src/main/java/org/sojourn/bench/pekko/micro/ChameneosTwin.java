package org.sojourn.bench.pekko.micro;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;
import org.sojourn.bench.work.Colour;

/** Chameneos for Pekko. */
public final class ChameneosTwin implements Twin {
    private static final int DEFAULT_CHAMENEOS = 100;
    private static final int DEFAULT_MEETINGS = 200_000;

    private final int chameneos;
    private final int meetings;

    /** The suite's parameters. */
    public ChameneosTwin() {
        this(DEFAULT_CHAMENEOS, DEFAULT_MEETINGS);
    }

    /**
     * Other parameters.
     *
     * @param chameneos how many there are, at least 2
     * @param meetings after how many meetings the mall closes
     */
    public ChameneosTwin(int chameneos, int meetings) {
        this.chameneos = chameneos;
        this.meetings = meetings;
    }

    @Override
    public String name() {
        return "Chameneos";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef mall = system.actorOf(Props.create(Mall.class, () -> new Mall(chameneos, meetings)));
        Mall.Sums sums = Question.ask(mall, new Mall.Result(), Mall.Sums.class);
        Answers.same("meetings, counted by both", 2L * meetings, sums.meetings());
        Answers.same("sum of the colours", Colour.invariant(chameneos), sums.colours() % Colour.values().length);
    }
}
