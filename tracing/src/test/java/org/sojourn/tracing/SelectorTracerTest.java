package org.sojourn.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.LogContext;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorPlace;
import org.sojourn.selectors.SelectorSystem;
import org.sojourn.testkit.SimulatedCluster;

/** Spans as OpenTelemetry's own exporter gets them. */
class SelectorTracerTest {
    private static final List<Map<String, String>> LOGGED = new CopyOnWriteArrayList<>();

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .build();

    private record Order(Handle<Question> stock) {}

    private record Question(ReplyTo<String> asker) {}

    private static final class Shop extends Actor<Object> {
        private final Handle<Object> till;

        Shop(Handle<Object> till) {
            this.till = till;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Order order) {
                LOGGED.add(LogContext.current());
                order.stock()
                        .<String>request(Question::new, Duration.ofSeconds(9))
                        .thenAccept(till::send);
            }
        }
    }

    private static final class Stock extends Actor<Question> {
        @Override
        protected void process(Question question) {
            question.asker().reply("there");
        }
    }

    private static final class Till extends Actor<Object> {
        @Override
        protected void process(Object message) {
            throw new IllegalStateException("the till is locked");
        }
    }

    private static SelectorSystem traced(SimulatedCluster cluster, int number, Tracer tracer) {
        SelectorPlace place = (SelectorPlace) cluster.place(number);
        place.kernel().site().tracing().by(tracer);
        return place;
    }

    private SpanData span(String name) {
        List<SpanData> found = new ArrayList<>(exporter.getFinishedSpanItems());
        found.removeIf(span -> !span.getName().startsWith(name));
        assertThat(found).as(name + " among " + exporter.getFinishedSpanItems()).hasSize(1);
        return found.get(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void trace_ofAnOrder_goesThroughAllThatItLeadsToAtWhateverPlace(int there) {
        Logger.getLogger("org.sojourn").setLevel(Level.OFF);
        LOGGED.clear();
        SelectorTracer tracer = new SelectorTracer(telemetry);
        Span root = telemetry.getTracer("test").spanBuilder("root").startSpan();
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 11)) {
            SelectorSystem here = traced(cluster, 0, tracer);
            traced(cluster, 1, tracer);
            Handle<Object> till = here.create(new Place(there), Till::new);
            Handle<Question> stock = here.create(new Place(there), Stock::new);
            Handle<Object> shop = here.create(() -> new Shop(till));
            try (Scope scope = root.makeCurrent()) {
                assertThat(scope).isNotNull();
                shop.send(new Order(stock));
            }
            cluster.advance(Duration.ofSeconds(10));
        }
        root.end();
        SpanData order = span("SelectorTracerTest.Shop ");
        SpanData question = span("SelectorTracerTest.Stock ");
        SpanData payment = span("SelectorTracerTest.Till ");
        assertThat(List.of(order, question, payment))
                .extracting(SpanData::getTraceId)
                .containsOnly(root.getSpanContext().getTraceId());
        assertThat(order.getParentSpanId()).isEqualTo(root.getSpanContext().getSpanId());
        assertThat(question.getParentSpanId()).isEqualTo(order.getSpanId());
        assertThat(question.getParentSpanContext().isRemote()).isEqualTo(there == 1);
        assertThat(payment.getParentSpanId()).isEqualTo(question.getSpanId());
        assertThat(order.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(order.getAttributes().get(AttributeKey.stringKey("sojourn.message")))
                .isEqualTo(Order.class.getName());
        assertThat(order.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(payment.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(payment.getStatus().getDescription()).isEqualTo("the till is locked");
        assertThat(LOGGED)
                .singleElement()
                .satisfies(context -> assertThat(context.get(LogContext.TRACE))
                        .startsWith("00-" + order.getTraceId() + "-" + order.getSpanId() + "-"));
    }

    @Test
    void message_sentOutsideOfAnySpan_beginsATrace() {
        try (SimulatedCluster cluster = SimulatedCluster.of(1, 11)) {
            SelectorSystem here = traced(cluster, 0, new SelectorTracer(telemetry));
            Handle<Object> shop = here.create(() -> new Shop(here.create(Till::new)));
            shop.send("word");
            cluster.advance(Duration.ofSeconds(1));
        }
        assertThat(span("SelectorTracerTest.Shop ").getParentSpanId()).isEqualTo(SpanId.getInvalid());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-",
                "00-00000000000000000000000000000000-0000000000000000-01",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01"
            })
    void arrived_thatIsNoTraceparent_isNothing(String parent) {
        assertThat(new SelectorTracer(telemetry).arrived(parent, "a=b")).isNull();
    }

    @Test
    void arrived_asTheStandardHasIt_goesOnAsItCame() {
        String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        Tracer tracer = new SelectorTracer(telemetry);
        Tracer.Carried carried =
                Objects.requireNonNull(tracer.arrived(parent, "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"));
        assertThat(carried.parent()).isEqualTo(parent);
        assertThat(carried.state()).isEqualTo("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE");
        try (Tracer.Scope scope = tracer.resume(carried)) {
            assertThat(scope).isNotNull();
            assertThat(Span.current().getSpanContext())
                    .extracting(SpanContext::getSpanId)
                    .isEqualTo("b7ad6b7169203331");
            try (Tracer.Scope nothing = tracer.resume(null)) {
                assertThat(nothing).isNotNull();
                assertThat(tracer.current()).isNull();
            }
        }
    }

    /** Without a place for spans to go nothing is recorded, and nothing is kept from being set up later. */
    @Test
    void tracer_foundAsAService_isThisOneAndSetsNothingUp() {
        assertThat(ServiceLoader.load(Tracer.class))
                .singleElement()
                .isInstanceOf(SelectorTracer.class)
                .satisfies(tracer -> {
                    tracer.processing("Shop p0/1", "mailbox 0", "Order", null).ended(null);
                    assertThat(tracer.current()).isNull();
                });
        assertThat(io.opentelemetry.api.GlobalOpenTelemetry.isSet()).isFalse();
        assertThat(exporter.getFinishedSpanItems()).isEmpty();
    }
}
