package org.sojourn.tracing;

import io.opentelemetry.api.OpenTelemetry;

/**
 * Where spans go, at each place: a service, as the program's {@code main} runs at the init place only. It is found in the JVM of each
 * place, by {@link java.util.ServiceLoader}, and asked once, when the first message is processed. Without any, spans go to what is then
 * {@link io.opentelemetry.api.GlobalOpenTelemetry}, such as an agent of OpenTelemetry sets it up.
 */
@FunctionalInterface
public interface TelemetrySource {
    /**
     * Returns where spans go.
     *
     * @return made by the program as its library says
     */
    OpenTelemetry telemetry();
}
