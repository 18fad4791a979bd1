package org.sojourn.host.run;

import static java.lang.System.Logger.Level.DEBUG;

import java.lang.reflect.Proxy;
import java.util.function.IntConsumer;

/**
 * The signals of the operating system. {@code sun.misc.Signal} is no part of the platform's promises, so it is found by
 * reflection; without it a signal does what it does to any JVM, so the end is only less orderly.
 */
public final class Signals {
    private static final System.Logger LOG = System.getLogger(Signals.class.getName());

    private Signals() {}

    /**
     * Takes a signal from now on, unless this process was started to ignore it.
     *
     * @param name without SIG, such as {@code USR1}
     * @param handler gets its number, in a thread of its own, each time
     */
    public static void handle(String name, IntConsumer handler) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object raised = signal.getConstructor(String.class).newInstance(name);
            int number = (int) signal.getMethod("getNumber").invoke(raised);
            Object proxy = Proxy.newProxyInstance(
                    handlerType.getClassLoader(), new Class<?>[] {handlerType}, (self, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            handler.accept(number);
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handlerType).invoke(null, raised, proxy);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.log(DEBUG, "SIG" + name + " is left to the JVM", e);
        }
    }
}
