package org.sojourn.messengers.outside;

import org.jspecify.annotations.Nullable;

/** A messenger that would take a message from outside. */
public interface Listener {
    /**
     * Offers a message. By any thread, which has a lock of the hatch's: nothing here may wait, or call the hatch.
     *
     * @param client who has sent it
     * @param text what it says
     * @return null if it is taken; else a sentence about why it doesn't fit
     */
    @Nullable
    String offered(int client, String text);
}
