package org.sojourn.kernel.part;

import static java.lang.System.Logger.Level.WARNING;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.UndecodableException;
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
 *   <li>An answer is a failure ({@code ask.Outcome}), a notice comes without the object of its failure ({@link Signal}), and a part that
 *       moves stays where it was.
 * </ul>
 */
public final class Undecodables {
    private static final System.Logger LOG = System.getLogger(Undecodables.class.getName());

    private final Parts parts;

    /** How often, by the class whose code has failed. */
    private final Map<String, Long> times = new ConcurrentHashMap<>();

    Undecodables(Parts parts) {
        this.parts = parts;
    }

    /** A message for one part. */
    void message(Member from, Name to, @Nullable ReplyAddress answerTo, UndecodableException failure) {
        String receiver = describe(to);
        String sentence = say(from, receiver, failure);
        boolean isTold = add(receiver, failure);
        if (answerTo != null) {
            parts.replies().refuse(answerTo, sentence, failure.getCause());
        } else if (!isTold) {
            parts.census().unhandled(sentence);
        }
    }

    /** A message for members of a group. */
    public void broadcast(Member from, Name group, Iterable<Name> members, UndecodableException failure) {
        String sentence = say(from, "members of group " + group, failure);
        boolean isTold = true;
        for (Name each : members) {
            isTold &= add(describe(each), failure);
        }
        if (!isTold) {
            parts.census().unhandled(sentence);
        }
    }

    private boolean add(String receiver, UndecodableException failure) {
        return parts.site().deadLetters().add(receiver, failure.type(), null, DeadLetters.Cause.UNDECODABLE);
    }

    private String describe(Name name) {
        Cell here = parts.residents().resident(name, Cell.class);
        return here == null ? name.toString() : here.toString();
    }

    /** Logs the first, second, fourth, eighth... of each class. */
    private String say(Member from, String receiver, UndecodableException failure) {
        String sentence = parts.site().self() + " can't decode a message from " + from + " for " + receiver + ": "
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
