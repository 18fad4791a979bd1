/** What a place counts, as meters of Micrometer. */
module org.sojourn.metrics {
    requires static org.jspecify;
    requires transitive org.sojourn.host;
    requires transitive micrometer.core;

    exports org.sojourn.metrics;
}
