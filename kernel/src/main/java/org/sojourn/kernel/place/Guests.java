package org.sojourn.kernel.place;

import static java.lang.System.Logger.Level.DEBUG;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The guests of one place that were found on the class path. */
public final class Guests {
    private static final System.Logger LOG = System.getLogger(Guests.class.getName());

    private final Map<Class<?>, Object> found = new HashMap<>();

    /**
     * Registers all guests that can be found with a kernel, before its start. One that was compiled for a later Java than this one is left
     * out: who asks for it is told.
     */
    public Guests(ClassLoader loader, Kernel kernel, GuestProvider.Ground ground) {
        Iterator<GuestProvider> all =
                ServiceLoader.load(GuestProvider.class, loader).iterator();
        while (true) {
            try {
                if (!all.hasNext()) {
                    return;
                }
                GuestProvider each = all.next();
                found.put(each.type(), each.open(kernel, ground));
            } catch (ServiceConfigurationError | LinkageError e) {
                LOG.log(DEBUG, "a guest on the class path can't be used", e);
            }
        }
    }

    /** The place runs. */
    public void started() {
        lasting().forEach(GuestProvider.Lasting::started);
    }

    /** The place is about to stop. */
    public void stopped() {
        lasting().forEach(GuestProvider.Lasting::stopped);
    }

    private List<GuestProvider.Lasting> lasting() {
        return found.values().stream()
                .filter(GuestProvider.Lasting.class::isInstance)
                .map(GuestProvider.Lasting.class::cast)
                .toList();
    }

    /**
     * {@return what programs use a guest by}
     *
     * @throws IllegalStateException if there is none of that type
     */
    public <T> T get(Class<T> type) {
        Object guest = found.get(type);
        if (guest == null) {
            throw new IllegalStateException("there is no guest " + type.getName()
                    + " at this place; its room must be on the class path, and made for this Java or an earlier one ("
                    + Runtime.version().feature() + ")");
        }
        return type.cast(guest);
    }
}
