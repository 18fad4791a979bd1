/** Traces through selectors and places, by OpenTelemetry. Being on the class path or module path of a place is what switches it on. */
module org.sojourn.tracing {
    requires static org.jspecify;
    requires transitive org.sojourn.kernel;
    requires transitive io.opentelemetry.api;
    requires io.opentelemetry.context;

    exports org.sojourn.tracing;

    uses org.sojourn.tracing.TelemetrySource;

    provides org.sojourn.kernel.port.Tracer with
            org.sojourn.tracing.SelectorTracer;
}
