/** Selectors and actors: what a program is written with. */
module org.sojourn.selectors {
    requires static org.jspecify;
    requires transitive org.sojourn.kernel;

    exports org.sojourn.selectors;
    exports org.sojourn.selectors.work;
}
