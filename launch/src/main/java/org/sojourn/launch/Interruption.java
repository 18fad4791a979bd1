package org.sojourn.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.sojourn.host.run.Signals;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/**
 * Whether a signal has asked this JVM to end, as Ctrl-C does, and with which status that is. A shutdown hook isn't told, so the
 * signals are taken.
 */
final class Interruption {
    /** The status after Ctrl-C. */
    static final int STATUS = 130;

    /** Added to the number of a signal. */
    private static final int SIGNALLED = 128;

    /** SIGHUP, SIGINT, SIGTERM. */
    private static final Set<Integer> NUMBERS = Set.of(1, 2, 15);

    /** So many of what holds a run open are said. */
    private static final int MOST = Bound.REPORT_SENTENCES.intValue();

    private volatile OptionalInt status = OptionalInt.empty();

    /** Takes the signals from now on. */
    Interruption() {
        for (String name : List.of("INT", "TERM", "HUP")) {
            Signals.handle(name, number -> {
                status = OptionalInt.of(SIGNALLED + number);
                System.exit(SIGNALLED + number);
            });
        }
    }

    /** Whether a process that has ended with this status was ended by one of these signals. */
    static boolean isMeant(int status) {
        return NUMBERS.contains(status - SIGNALLED);
    }

    /**
     * Says what there is to say of a run that was interrupted.
     *
     * @param dumps of the places that have answered
     * @return that it was, and what held it open where
     */
    static List<String> sentences(Map<Member, Dump> dumps) {
        List<String> held = new ArrayList<>();
        new TreeMap<>(dumps)
                .forEach((member, dump) -> dump.sentences()
                        .getOrDefault(Dump.Sort.OPEN, List.of())
                        .forEach(sentence -> held.add(member + " was held open by " + sentence)));
        List<String> sentences = new ArrayList<>(List.of("interrupted"));
        held.stream().limit(MOST).forEach(sentences::add);
        if (held.size() > MOST) {
            sentences.add("and " + (held.size() - MOST) + " more; ./sojourn get open shows them of a run that goes on");
        }
        return sentences;
    }

    /** 128 and the number of the signal; none if nobody has asked. */
    OptionalInt status() {
        return status;
    }
}
