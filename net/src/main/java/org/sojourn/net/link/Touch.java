package org.sojourn.net.link;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.sojourn.kernel.port.Member;

/**
 * The peers that a place keeps in touch with, though it has nothing to say. All are called on the loop of its links.
 *
 * @param periodNanos how often each of them is told that this place lives
 * @param with whether a member is one of them
 * @param heard told of any peer from which anything comes
 * @param ended told of any peer whose session is over for good: it has said goodbye, or is out
 */
public record Touch(long periodNanos, Predicate<Member> with, Consumer<Member> heard, Consumer<Member> ended) {
    static final Touch NONE = new Touch(0, member -> false, member -> {}, member -> {});
}
