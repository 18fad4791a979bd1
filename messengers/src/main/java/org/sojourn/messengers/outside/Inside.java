package org.sojourn.messengers.outside;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Form;

/** What the interface wants of its place. By any thread; nothing here waits. */
public interface Inside {
    /** {@return how the place is} */
    Counts counts();

    /** Makes a script known at all places. */
    void define(String name, Form script);

    /**
     * {@return the script of a name}
     *
     * @throws IllegalArgumentException if there is none
     */
    Form script(String name);

    /**
     * Begins a messenger.
     *
     * @param node the name of the node where it begins; null for the first one of the place
     * @return completed when all is over that has come of it, exceptionally if something fails
     * @throws IllegalArgumentException if a value can't be given, or if there is no such node
     * @throws IllegalStateException if the run is over, or the place leaves it
     */
    CompletionStage<Void> inject(Form script, @Nullable String node, Map<String, Object> values);

    /** Something has failed, and whoever has injected it isn't there any more: it is a fault of the run. */
    void nobodyHears(String fault);

    /** {@return the parameters that can be set, with their values} */
    Map<String, String> parameters();

    /**
     * Sets a parameter.
     *
     * @throws IllegalArgumentException if there is none of that name, or it can't have that value
     */
    void set(String parameter, String value);

    /**
     * A client holds the run open.
     *
     * @throws IllegalStateException if the run is over, or the place leaves it
     */
    void hold(Object client, String sentence);

    /** A client doesn't any more. */
    void release(Object client);
}
