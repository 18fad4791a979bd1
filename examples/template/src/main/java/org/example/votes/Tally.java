package org.example.votes;

import java.util.Map;
import java.util.TreeMap;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ReplyTo;

/** Counts votes. */
final class Tally extends Actor<Tally.Message> {
    sealed interface Message permits Vote, Result {}

    record Vote(String choice) implements Message {}

    record Result(ReplyTo<Map<String, Integer>> asker) implements Message {}

    private final Map<String, Integer> votes = new TreeMap<>();

    @Override
    protected void process(Message message) {
        if (message instanceof Vote vote) {
            votes.merge(vote.choice(), 1, Integer::sum);
        } else if (message instanceof Result result) {
            result.asker().reply(new TreeMap<>(votes));
        }
    }
}
