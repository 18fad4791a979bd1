package org.sojourn.tracing;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextStorage;
import java.util.Objects;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Tracer;

/**
 * A span for each message that a selector processes, the child of that in which the message was sent, wherever that was. Places find it as
 * a service; a program makes one only to give it to a simulation.
 *
 * <p><b>What a span has.</b> Its name is that of the selector's kind and of the mailbox; its kind is {@link SpanKind#CONSUMER}. Attributes:
 * {@code messaging.system}, which is {@code sojourn}, {@code messaging.operation.type}, which is {@code process}, {@code
 * sojourn.selector}, {@code sojourn.mailbox} and {@code sojourn.message}, the class of the message. A handler that throws gives it the
 * status {@link StatusCode#ERROR} and the exception. It ends when the handler returns; the continuation of a request is part of no span, and
 * what it sends belongs to the span that gave the answer.
 *
 * <p><b>In between.</b> The span is {@linkplain Context#current() current} while its handler runs, so what the handler logs, or asks by
 * HTTP or JDBC, belongs to it. Within a place all of the current context goes along, baggage too; to other places go {@code traceparent} and
 * {@code tracestate}, the latter if it has at most 512 characters.
 *
 * <p>While {@link GlobalOpenTelemetry} isn't set and there is no {@link TelemetrySource}, nothing is recorded, and nothing is set either: a
 * program may still do so.
 */
public final class SelectorTracer implements Tracer {
    private static final String SCOPE = "org.sojourn";
    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("messaging.operation.type");
    private static final AttributeKey<String> SELECTOR = AttributeKey.stringKey("sojourn.selector");
    private static final AttributeKey<String> MAILBOX = AttributeKey.stringKey("sojourn.mailbox");
    private static final AttributeKey<String> MESSAGE = AttributeKey.stringKey("sojourn.message");

    /** Null until the first message, and for as long as there is nothing to record with. Any thread may find it; all find the same. */
    private volatile io.opentelemetry.api.trace.@Nullable Tracer spans;

    /** Makes a tracer that finds where spans go. */
    public SelectorTracer() {}

    /**
     * Makes a tracer.
     *
     * @param telemetry where spans go
     */
    public SelectorTracer(OpenTelemetry telemetry) {
        Objects.requireNonNull(telemetry, "telemetry is null; give one, or leave it out and the global one is taken");
        spans = telemetry.getTracer(SCOPE);
    }

    private io.opentelemetry.api.trace.Tracer spans() {
        io.opentelemetry.api.trace.Tracer known = spans;
        if (known != null) {
            return known;
        }
        OpenTelemetry found = Found.SOURCE != null ? Found.SOURCE : GlobalOpenTelemetry.getOrNoop();
        known = found.getTracer(SCOPE);
        if (Found.SOURCE != null || GlobalOpenTelemetry.isSet()) {
            spans = known;
        }
        return known;
    }

    /** Asked once in a JVM. */
    private static final class Found {
        static final @Nullable OpenTelemetry SOURCE = ServiceLoader.load(
                        TelemetrySource.class, SelectorTracer.class.getClassLoader())
                .findFirst()
                .map(TelemetrySource::telemetry)
                .orElse(null);
    }

    /** What {@link Context#makeCurrent} does, for a scope that ends in another method than it begins in. */
    private static io.opentelemetry.context.Scope attached(Context context) {
        return ContextStorage.get().attach(context);
    }

    @Override
    public @Nullable Carried current() {
        return WholeContext.of(Context.current());
    }

    @Override
    public @Nullable Carried arrived(String parent, String state) {
        return WholeContext.read(parent, state);
    }

    @Override
    public Scope resume(@Nullable Carried carried) {
        return attached(WholeContext.context(carried))::close;
    }

    @Override
    public Processing processing(String receiver, String mailbox, String message, @Nullable Carried carried) {
        Context cause = WholeContext.context(carried);
        int space = receiver.indexOf(' ');
        Span span = spans().spanBuilder((space < 0 ? receiver : receiver.substring(0, space)) + ' ' + mailbox)
                .setParent(cause)
                .setSpanKind(SpanKind.CONSUMER)
                .setAttribute(SYSTEM, "sojourn")
                .setAttribute(OPERATION, "process")
                .setAttribute(SELECTOR, receiver)
                .setAttribute(MAILBOX, mailbox)
                .setAttribute(MESSAGE, message)
                .startSpan();
        io.opentelemetry.context.Scope scope = attached(cause.with(span));
        return failure -> {
            scope.close();
            if (failure != null) {
                span.recordException(failure);
                span.setStatus(StatusCode.ERROR, String.valueOf(failure.getMessage()));
            }
            span.end();
        };
    }
}
