package org.sojourn.host.rejoin;

import static java.lang.System.Logger.Level.ERROR;

import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.sojourn.host.RejoinHook;
import org.sojourn.host.Sojourn;
import org.sojourn.host.place.PlaceRuntime;
import org.sojourn.host.place.Return;
import org.sojourn.kernel.port.Words;

/** Calls the program's hooks. */
public final class RejoinHooks implements Return {
    private static final System.Logger LOG = System.getLogger(RejoinHooks.class.getName());

    /** For the service loader. */
    public RejoinHooks() {}

    @Override
    public void returned(PlaceRuntime place, ClassLoader loader, String why) {
        try {
            for (RejoinHook each : ServiceLoader.load(RejoinHook.class, loader)) {
                call(each, place, why);
            }
        } catch (ServiceConfigurationError | LinkageError e) {
            LOG.log(ERROR, "a RejoinHook of the program can't be loaded", e);
        }
    }

    private static void call(RejoinHook hook, PlaceRuntime place, String why) {
        try {
            hook.rejoined(Sojourn.start(), why);
        } catch (Throwable e) { // the program's; the place goes on all the same
            LOG.log(ERROR, hook.getClass().getName() + " failed at " + place.self(), Words.printable(e));
        }
    }
}
