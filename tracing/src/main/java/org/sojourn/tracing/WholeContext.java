package org.sojourn.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Tracer;

/**
 * A context that goes along: all of it within a place, two fields of it between places.
 *
 * @param context has a valid span
 */
record WholeContext(Context context) implements Tracer.Carried {
    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";
    private static final int STATE_LENGTH = 512;

    /** What is worth carrying; null if there is no span. */
    static @Nullable WholeContext of(Context context) {
        return Span.fromContext(context).getSpanContext().isValid() ? new WholeContext(context) : null;
    }

    /** The other way round. */
    static Context context(Tracer.@Nullable Carried carried) {
        return carried == null ? Context.root() : ((WholeContext) carried).context();
    }

    static @Nullable WholeContext read(String parent, String state) {
        Map<String, String> fields = new HashMap<>();
        fields.put(PARENT, parent);
        if (!state.isEmpty()) {
            fields.put(STATE, state);
        }
        return of(W3CTraceContextPropagator.getInstance().extract(Context.root(), fields, new Fields()));
    }

    @Override
    public String parent() {
        return fields().getOrDefault(PARENT, "");
    }

    @Override
    public String state() {
        String state = fields().getOrDefault(STATE, "");
        return state.length() > STATE_LENGTH ? "" : state;
    }

    private Map<String, String> fields() {
        Map<String, String> fields = new HashMap<>();
        W3CTraceContextPropagator.getInstance()
                .inject(context, fields, (carrier, name, value) -> fields.put(name, value));
        return fields;
    }

    /** Reads the two fields. */
    private static final class Fields implements TextMapGetter<Map<String, String>> {
        @Override
        public Iterable<String> keys(Map<String, String> carrier) {
            return List.copyOf(carrier.keySet());
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> carrier, String key) {
            return carrier == null ? null : carrier.get(key);
        }
    }
}
