package org.sojourn.kernel.part;

import org.sojourn.kernel.mail.Layout;

/** A kind of movable part: what the kernel must know to run one. One object for all parts of the kind. */
public interface Kind {
    /**
     * Returns the name that people see.
     *
     * @return the name of the class that a user wrote
     */
    String name();

    /**
     * Returns the mailboxes.
     *
     * @return the layout
     */
    Layout layout();

    /**
     * The part is complete and hasn't run yet.
     *
     * @param body the part
     * @throws Exception the part fails then
     */
    void started(Object body) throws Exception;

    /**
     * Runs what comes next.
     *
     * @param body the part
     * @param message the message to process
     * @throws Exception the part fails then
     */
    void next(Object body, Object message) throws Exception;

    /**
     * The part has processed its last message.
     *
     * @param body the part
     * @throws Exception logged, without further effect
     */
    void exited(Object body) throws Exception;

    /** Another kind, some of whose calls mean more than with that. */
    interface Delegating extends Kind {
        /**
         * Returns the other kind.
         *
         * @return what is called in the end
         */
        Kind kind();

        @Override
        default String name() {
            return kind().name();
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
    }
}
