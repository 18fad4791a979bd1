package org.sojourn.host.place;

import static java.lang.System.Logger.Level.DEBUG;

import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.sojourn.selectors.PolicyAdviser;

/** Finds an adviser on policies, if the class path has one: {@code -Dsojourn.mapping=off} does without. */
final class Advisers {
    private static final System.Logger LOG = System.getLogger(Advisers.class.getName());

    private Advisers() {}

    static Optional<PolicyAdviser> find(ClassLoader loader) {
        if (System.getProperty("sojourn.mapping", "on").equals("off")) {
            return Optional.empty();
        }
        try {
            return ServiceLoader.load(PolicyAdviser.class, loader).findFirst();
        } catch (ServiceConfigurationError | LinkageError e) {
            // Compiled for a later Java than this one: policies are as good as they were.
            LOG.log(DEBUG, "no adviser for policies", e);
            return Optional.empty();
        }
    }
}
