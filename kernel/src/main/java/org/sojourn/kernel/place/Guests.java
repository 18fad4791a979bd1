package org.sojourn.kernel.place;

import static java.lang.System.Logger.Level.DEBUG;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;

/** The guests of one place that were found on the class path. */
public final class Guests {
    private static final System.Logger LOG = System.getLogger(Guests.class.getName());

    private final Map<Class<?>, Object> found = new HashMap<>();

    /**
     * Registers all guests that can be found with a kernel, before its start. One that was compiled for a later Java than this one is left
     * out: who asks for it is told.
     */
    public Guests(ClassLoader loader, Kernel kernel, GuestProvider.Ground ground) {
        each(loader, guest -> found.put(guest.type(), guest.open(kernel, ground)));
    }

    /** {@return the names of classes of all guests that can be found which travel among the program's} */
    public static Set<String> travelling(ClassLoader loader) {
        Set<String> names = new HashSet<>();
        each(loader, guest -> names.addAll(guest.travelling()));
        return names;
    }

    private static void each(ClassLoader loader, Consumer<GuestProvider> told) {
        Iterator<GuestProvider> all =
                ServiceLoader.load(GuestProvider.class, loader).iterator();
        while (true) {
            try {
                if (!all.hasNext()) {
                    return;
                }
                told.accept(all.next());
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
