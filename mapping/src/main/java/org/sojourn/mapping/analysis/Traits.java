package org.sojourn.mapping.analysis;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.mapping.code.Where;
import org.sojourn.mapping.kind.Handler;
import org.sojourn.mapping.kind.Kind;
import org.sojourn.mapping.vector.Blocking;
import org.sojourn.mapping.vector.CVector;
import org.sojourn.mapping.vector.Finding;

/**
 * What was found out about a kind.
 *
 * @param kind the kind
 * @param vector of the kind
 * @param handlers the vectors of its handlers
 * @param sent the messages that it sends
 * @param made the classes that it makes objects of, or names, by internal name
 */
public record Traits(Kind kind, CVector vector, List<OfHandler> handlers, List<Sent> sent, Set<String> made) {
    /**
     * One handler.
     *
     * @param handler the handler
     * @param vector its vector
     * @param file the first call that waits for a file; null if none does, as far as it is known
     */
    public record OfHandler(
            Handler handler, CVector vector, @Nullable Finding<Blocking> file) {}

    /**
     * A message that is sent.
     *
     * @param type the internal name of its class, as far as it is known
     * @param to a word for whom
     * @param isAnswer whether it goes back to whoever asked
     * @param isToSelf whether it goes to the sender itself
     * @param where in the sources
     */
    public record Sent(String type, String to, boolean isAnswer, boolean isToSelf, Where where) {}
}
