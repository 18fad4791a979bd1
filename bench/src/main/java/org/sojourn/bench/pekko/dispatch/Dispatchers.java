package org.sojourn.bench.pekko.dispatch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.pekko.actor.Actor;
import org.apache.pekko.actor.Props;

/** Which kind of actors has which dispatcher, where that is measured: otherwise all have Pekko's default. */
public final class Dispatchers {
    private static final Map<String, String> OF_KIND = new ConcurrentHashMap<>();

    private Dispatchers() {}

    /**
     * Names dispatchers for actors that are created from now on.
     *
     * @param rules a class's binary name, {@code =} and a dispatcher's path, separated by commas; empty for none
     */
    public static void assign(String rules) {
        for (String rule : rules.isEmpty() ? new String[0] : rules.split(",")) {
            int at = rule.indexOf('=');
            OF_KIND.put(rule.substring(0, at), rule.substring(at + 1));
        }
    }

    /**
     * Returns what an actor is created by.
     *
     * @param kind its class
     * @param creator makes it
     * @param <A> its class
     * @return the recipe, with the dispatcher that was named for the class
     */
    public static <A extends Actor> Props props(Class<A> kind, Supplier<A> creator) {
        Props props = Props.create(kind, creator::get);
        String dispatcher = OF_KIND.get(kind.getName());
        return dispatcher == null ? props : props.withDispatcher(dispatcher);
    }
}
