package org.sojourn.bench.messengers;

import java.util.List;
import java.util.Optional;
import org.sojourn.examples.messengers.Grain;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/**
 * A node of the mesh as a selector. A wave is over when the corner knows that everybody has answered (E. W. Dijkstra and C. S. Scholten,
 * <i>Termination Detection for Diffusing Computations</i>, 1980): a node answers the message that it works for when all that it has
 * sent for it is answered, and any other at once.
 */
final class MeshNode extends Actor<MeshNode.Message> {
    /** The messages of a node. */
    sealed interface Message {}

    /** Where it can go on to, and how far that is. */
    record Neighbours(List<Handle<Message>> to, int[] weights) implements Message {}

    /** A wave begins here. */
    record Begin(int wave, int grain, ReplyTo<Boolean> asker) implements Message {}

    /** A wave has come by a way of some length. */
    record Reach(int wave, int grain, int length, Handle<Message> from) implements Message {}

    /** A message that it has sent is done. */
    record Done() implements Message {}

    /** How far is it from the corner? */
    record Tell(ReplyTo<Integer> asker) implements Message {}

    private static final Done DONE = new Done();

    private Neighbours neighbours = new Neighbours(List.of(), new int[0]);
    private int wave;
    private int best;
    private int unanswered;
    private Optional<Handle<Message>> engager = Optional.empty();
    private Optional<ReplyTo<Boolean>> asker = Optional.empty();

    @Override
    protected void process(Message message) {
        switch (message) {
            case Neighbours its -> neighbours = its;
            case Begin begin -> {
                asker = Optional.of(begin.asker());
                reach(begin.wave(), begin.grain(), 0);
            }
            case Reach reach -> {
                boolean isFree = engager.isEmpty() && asker.isEmpty();
                if (isFree) {
                    engager = Optional.of(reach.from());
                }
                reach(reach.wave(), reach.grain(), reach.length());
                if (!isFree) {
                    reach.from().send(DONE);
                }
            }
            case Done _ -> {
                unanswered--;
                answerIfDone();
            }
            case Tell tell -> tell.asker().reply(best);
        }
    }

    private void reach(int number, int grain, int length) {
        if (number > wave) {
            wave = number;
            best = Integer.MAX_VALUE;
        }
        Grain.divide(grain);
        if (length < best) {
            best = length;
            for (int i = 0; i < neighbours.to().size(); i++) {
                neighbours
                        .to()
                        .get(i)
                        .send(new Reach(number, grain, length + neighbours.weights()[i], self()));
                unanswered++;
            }
        }
        answerIfDone();
    }

    private void answerIfDone() {
        if (unanswered == 0) {
            engager.ifPresent(to -> to.send(DONE));
            engager = Optional.empty();
            asker.ifPresent(to -> to.reply(true));
            asker = Optional.empty();
        }
    }
}
