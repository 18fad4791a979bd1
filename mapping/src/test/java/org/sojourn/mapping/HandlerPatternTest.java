package org.sojourn.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sojourn.mapping.vector.CVector;

/** Our reading of the paper's Figure 5: what a handler does, and its patterns of messages; each row an actor of one handler. */
final class HandlerPatternTest {
    private static final String KIND = """
        final class Row extends org.sojourn.selectors.Actor<Object> {
            private final org.sojourn.selectors.Handle<Object> peer;
            private int count;
            Row(org.sojourn.selectors.Handle<Object> peer) {
                this.peer = peer;
            }
            @Override
            protected void process(Object message) {
                HANDLER
            }
        }
        """;

    private static byte[] compiled(String handler, Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Row.java"), KIND.replace("HANDLER", handler));
        int status = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "tests need a JDK")
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-d",
                        folder.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertThat(status).as("of compiling %s", handler).isZero();
        return Files.readAllBytes(folder.resolve("Row.class"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        # one step
        ;                                                                           | leaf    | gather
        count++;                                                                    | leaf    | gather
        exit();                                                                     | leaf    | request-reply
        peer.send(1);                                                               | router  | gather
        if (message.hashCode() > 0) { peer.send(1); }                               | router  | gather
        for (int i = 0; i < 9; i++) { peer.send(1); }                               | scatter | request-reply
        if (message.hashCode() > 0) { for (int i = 0; i < 9; i++) peer.send(1); }   | router  | gather
        # a sequence: scatter before router before leaf, gather before request-reply; two to the same one are many
        peer.send(1); peer.send(2);                                                 | scatter | request-reply
        count++; for (int i = 0; i < 9; i++) { peer.send(1); }                      | scatter | gather
        peer.send(1); exit();                                                       | router  | gather
        for (int i = 0; i < 9; i++) { peer.send(1); } exit();                       | scatter | request-reply
        count++; exit();                                                            | leaf    | gather
        """)
    void handler_ofARowOfFigure5_hasItsPatterns(String handler, String outgoing, String incoming, @TempDir Path folder)
            throws IOException {
        CVector vector = Mapping.of(Map.of("Row", compiled(handler, folder)), Map.of(), List.of())
                .kinds()
                .getFirst()
                .traits()
                .handlers()
                .getFirst()
                .vector();
        assertThat(vector.outgoing().value()).hasToString(outgoing);
        assertThat(vector.incoming().value()).hasToString(incoming);
    }
}
