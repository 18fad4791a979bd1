package org.example.votes;

import java.time.Duration;
import java.util.List;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;

/** Voters at all places, and a tally at the first. */
public final class Votes {
    private static final List<String> CHOICES = List.of("tea", "coffee", "tea");

    private Votes() {}

    /**
     * Runs it.
     *
     * @param args how many places; without the launcher only
     */
    public static void main(String[] args) {
        int count = args.length == 0 ? 1 : Integer.parseInt(args[0]);
        try (var sojourn = Sojourn.start(Config.local(count))) {
            Handle<Tally.Message> tally = sojourn.create(Tally::new);
            List<Place> places = sojourn.places();
            for (int i = 0; i < CHOICES.size(); i++) {
                Place place = places.get(i % places.size());
                sojourn.create(place, () -> new Voter(tally)).send(CHOICES.get(i));
            }
            System.out.println("so far: "
                    + tally.request(Tally.Result::new, Duration.ofSeconds(10)).join());
        }
    }
}
