package org.sojourn.host.local;

import static java.lang.System.Logger.Level.DEBUG;

import java.lang.reflect.Proxy;

/**
 * Signals of the operating system. {@code sun.misc.Signal} is no part of the platform's promises, so it is found by reflection,
 * and a JVM without it does without.
 */
public final class Signals {
    private static final System.Logger LOG = System.getLogger(Signals.class.getName());

    private Signals() {}

    /**
     * Has something done instead of what the signal would do.
     *
     * @param name without SIG, such as {@code USR1}
     * @param action done on a thread of the JVM's, each time
     */
    public static void on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object handles = Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), handles);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.log(DEBUG, "SIG" + name + " can't be handled", e);
        }
    }
}
