package org.sojourn.kernel.part;

import static java.lang.System.Logger.Level.WARNING;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.kernel.port.Words;

/**
 * Values from other places that can't be rebuilt here, because code of the program fails while they are decoded.
 *
 * <p>They end as if that code had failed in the turn of their receiver:
 *
 * <ul>
 *   <li>A message is a dead letter. Whoever has asked is told at once; if nobody has asked, and no
 *       subscriber was told, it is a failure that nobody handles, and the run ends as failed.
 *   <li>A message for a group is a dead letter for each member.
 *   <li>A part is created and fails, as if its constructor had thrown ({@link Creations}).
 *   <li>An answer is a failure ({@link Outcome}), a notice comes without the object of its failure ({@link Parcel}), and a part that
 *       moves stays where it was.
 * </ul>
 */
final class Undecodables {
    private static final System.Logger LOG = System.getLogger(Undecodables.class.getName());

    private final Kernel kernel;

    /** Counts failures by the class whose code has failed. */
    private final Map<String, Long> times = new ConcurrentHashMap<>();

    Undecodables(Kernel kernel) {
        this.kernel = kernel;
    }

    /** A message for one part. */
    void message(Member from, Name to, @Nullable ReplyAddress answerTo, UndecodableException failure) {
        String receiver = describe(to);
        String sentence = say(from, receiver, failure);
        boolean isTold = add(receiver, failure);
        if (answerTo != null) {
            kernel.requests().answer(answerTo, told(sentence, failure));
        } else if (!isTold) {
            kernel.census().unhandled(sentence);
        }
    }

    /** A message for members of a group. */
    void broadcast(Member from, Name group, List<Sites.Run> runs, UndecodableException failure) {
        String sentence = say(from, "members of group " + group, failure);
        boolean isTold = true;
        for (Sites.Run run : runs) {
            for (int i = 0; i < run.count(); i++) {
                isTold &= add(describe(group.member(run.index(i))), failure);
            }
        }
        if (!isTold) {
            kernel.census().unhandled(sentence);
        }
    }

    private boolean add(String receiver, UndecodableException failure) {
        return kernel.deadLetters().add(receiver, failure.type(), null, DeadLetters.Cause.UNDECODABLE);
    }

    private String describe(Name name) {
        Descriptor<Cell> known = kernel.names().find(name);
        Cell here = known == null ? null : known.resident();
        return here == null ? name.toString() : here.toString();
    }

    /** Makes the failure that the asker gets. It has the exception of the program as its cause if that can travel. */
    private Outcome told(String sentence, UndecodableException failure) {
        Outcome told = new Outcome.Failure(new IllegalStateException(sentence, failure.getCause()));
        try {
            told.encode(kernel.codec());
            return told;
        } catch (UnencodableException e) {
            return new Outcome.Failure(new IllegalStateException(sentence));
        }
    }

    /** Makes a sentence of a failure, and logs the first, second, fourth, eighth... of each class. */
    private String say(Member from, String receiver, UndecodableException failure) {
        String sentence = kernel.self() + " can't decode a message from " + from + " for " + receiver + ": "
                + failure.getMessage();
        long count = times.merge(failure.type(), 1L, Long::sum);
        if (Long.bitCount(count) == 1) {
            LOG.log(
                    WARNING,
                    sentence + (count == 1 ? "" : "; " + count + " such messages so far"),
                    Words.printable(Objects.requireNonNullElse(failure.getCause(), failure)));
        }
        return sentence;
    }
}
