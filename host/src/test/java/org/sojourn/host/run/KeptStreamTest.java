package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A stream whose lines somebody else is told. */
class KeptStreamTest {
    private final ByteArrayOutputStream to = new ByteArrayOutputStream();
    private final List<String> lines = new ArrayList<>();

    private KeptStream stream(OutputStream end, Charset charset) {
        return new KeptStream(end, charset, line -> lines.add(new String(line, StandardCharsets.UTF_8)));
    }

    @Test
    void lines_inPieces_areToldWholeAndTheStreamIsAsItWas() throws IOException {
        KeptStream stream = stream(to, StandardCharsets.UTF_8);
        stream.write("on".getBytes(StandardCharsets.UTF_8));
        stream.write("e\r\n\nthr".getBytes(StandardCharsets.UTF_8));
        assertThat(lines).containsExactly("one", "");
        stream.settle();
        stream.settle();
        assertThat(lines).containsExactly("one", "", "thr");
        assertThat(to).hasToString("one\r\n\nthr");
    }

    @Test
    void text_inAnotherCharset_isToldInUtf8() throws IOException {
        stream(to, StandardCharsets.ISO_8859_1).write("ä\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(lines).containsExactly("ä");
        assertThat(to.toByteArray()).hasSize(2);
    }

    @Test
    void text_withoutEnd_isToldInPieces() throws IOException {
        KeptStream stream = stream(to, StandardCharsets.UTF_8);
        stream.write("x".repeat(10_000).getBytes(StandardCharsets.UTF_8));
        assertThat(String.join("", lines)).hasSize(10_000);
    }

    @Test
    void printStream_thatCannotBeWritten_isNoSecret() {
        PrintStream full = new PrintStream(new OutputStream() {
            @Override
            public void write(int each) throws IOException {
                throw new IOException("full");
            }
        });
        assertThatThrownBy(() -> stream(full, StandardCharsets.UTF_8).write('x'))
                .isInstanceOf(IOException.class);
    }
}
