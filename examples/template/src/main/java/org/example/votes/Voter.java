package org.example.votes;

import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Votes once, says so, and exits. */
final class Voter extends Actor<String> {
    private final Handle<Tally.Message> tally;

    Voter(Handle<Tally.Message> tally) {
        this.tally = tally;
    }

    @Override
    protected void process(String choice) {
        tally.send(new Tally.Vote(choice));
        System.out.println("voted for " + choice + " at " + here());
        exit();
    }
}
