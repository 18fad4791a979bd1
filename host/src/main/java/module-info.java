/** Starts a place: the real clock, workers and timers; and a whole run from a program's own main. */
module org.sojourn.host {
    requires static org.jspecify;
    requires transitive org.sojourn.selectors;
    requires org.sojourn.kernel;
    requires java.logging;
    requires java.management;
    requires jdk.jfr;
    requires static jdk.security.auth;

    exports org.sojourn.host;

    provides org.sojourn.host.place.Return with
            org.sojourn.host.rejoin.RejoinHooks;

    uses org.sojourn.host.RejoinHook;
    uses org.sojourn.host.place.Return;
    uses org.sojourn.kernel.port.CommunicationLayer;
    uses org.sojourn.kernel.port.Network;
    uses org.sojourn.kernel.port.Tracer;
    uses org.sojourn.selectors.PolicyAdviser;
}
