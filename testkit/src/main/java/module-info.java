/** Several places in one JVM under one seed, for tests. */
module org.sojourn.testkit {
    requires static org.jspecify;
    requires static org.junit.jupiter.api;
    requires transitive org.sojourn.host;
    requires transitive org.sojourn.selectors;
    requires transitive org.sojourn.kernel;
    requires org.sojourn.net;

    exports org.sojourn.testkit;
    exports org.sojourn.testkit.simulation;

    // JUnit makes what repeats a test for each seed.
    opens org.sojourn.testkit to
            org.junit.platform.commons;
}
