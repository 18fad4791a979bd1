package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.port.Member;

/** A kind of movable part: what the kernel must know to run one. One object for all parts of the kind. */
public interface Kind {
    /** {@return the name that people see: the name of the class that a user wrote} */
    String name();

    /** {@return the number of the guest whose kind it is} */
    int guest();

    /** {@return the mailboxes: the layout} */
    Layout layout();

    /**
     * The part is complete and hasn't run yet.
     *
     * @throws Exception the part fails then
     */
    void started(Object body) throws Exception;

    /**
     * Runs what comes next.
     *
     * @param message the message to process
     * @throws Exception the part fails then
     */
    void next(Object body, Object message) throws Exception;

    /**
     * The part has processed its last message.
     *
     * @throws Exception logged, without further effect
     */
    void exited(Object body) throws Exception;

    /** {@return why parts of this kind never move, as a clause; null if they do} */
    default @Nullable String staysBecause() {
        return null;
    }

    /**
     * The part is about to move, between two messages.
     *
     * @throws Exception it stays
     */
    default void leaves(Object body, Member to) throws Exception {}

    /**
     * Takes what moves with a body.
     *
     * @throws org.sojourn.kernel.port.UnencodableException if something can't travel
     * @return the body first; what else the kind keeps of it, lambdas among it
     */
    default Object[] pack(Object body) {
        return new Object[] {body};
    }

    /**
     * The part has moved, or couldn't after it had been told to. Before any message.
     *
     * @param from where from, or this place
     * @throws Exception the part fails then
     */
    default void arrived(Object body, Member from) throws Exception {}

    /** Another kind, some of whose calls mean more than with that. */
    interface Delegating extends Kind {
        /** {@return the other kind: what is called in the end} */
        Kind kind();

        @Override
        default String name() {
            return kind().name();
        }

        @Override
        default int guest() {
            return kind().guest();
        }

        @Override
        default Layout layout() {
            return kind().layout();
        }

        @Override
        default void started(Object body) throws Exception {
            kind().started(body);
        }

        @Override
        default void exited(Object body) throws Exception {
            kind().exited(body);
        }

        @Override
        default @Nullable String staysBecause() {
            return kind().staysBecause();
        }

        @Override
        default void leaves(Object body, Member to) throws Exception {
            kind().leaves(body, to);
        }

        @Override
        default Object[] pack(Object body) {
            return kind().pack(body);
        }

        @Override
        default void arrived(Object body, Member from) throws Exception {
            kind().arrived(body, from);
        }
    }
}
