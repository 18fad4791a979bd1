package org.sojourn.net.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Map;
import java.util.TimeZone;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.net.codec.Samples.Wrapper;

/** Values that travel as texts: one that its text wouldn't bring back is refused where it is sent, and none comes as another value. */
class TextFormTest {
    static Stream<Named<Function<CodecOptions, GraphCodec>>> libraries() {
        return Stream.of(Named.of("fory", ForyCodec::new), Named.of("kryo", KryoCodec::new));
    }

    private static void assertRefused(GraphCodec codec, Object value, String sentence) {
        assertThatThrownBy(() -> codec.encode(new Wrapper(value)))
                .isInstanceOf(UnencodableException.class)
                .hasMessageStartingWith("Wrapper.content: " + value.getClass().getTypeName() + " ")
                .hasMessageContaining(sentence);
        assertThatThrownBy(() -> codec.encode(value))
                .isInstanceOf(UnencodableException.class)
                .hasMessageContaining(sentence);
    }

    /** A character set that no provider has. */
    private static Charset own(String name) {
        return new Charset(name, new String[0]) {
            @Override
            public boolean contains(Charset other) {
                return false;
            }

            @Override
            public CharsetDecoder newDecoder() {
                return StandardCharsets.UTF_8.newDecoder();
            }

            @Override
            public CharsetEncoder newEncoder() {
                return StandardCharsets.UTF_8.newEncoder();
            }
        };
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void characterSet_thatItsNameDoesNotFind_isRefused(Function<CodecOptions, GraphCodec> library) {
        GraphCodec codec = library.apply(CodecContract.options());
        assertRefused(codec, own("X-OWN"), "its text 'X-OWN' brings back");
        assertRefused(codec, own("UTF-8"), "its text 'UTF-8' brings back");
        assertThat(new CodecContract.Link(codec, codec).<Object>pass("next")).isEqualTo("next");
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void uri_thatItsTextDoesNotSay_isRefused(Function<CodecOptions, GraphCodec> library) {
        URI path = URI.create("http://a.invalid/").relativize(URI.create("http://a.invalid/b:c"));
        assertThat(path.getPath()).as("its text reads as one of scheme b").isEqualTo("b:c");
        assertRefused(library.apply(CodecContract.options()), path, "its text 'b:c' brings back");
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void timeZone_withOtherRulesThanItsId_isRefused(Function<CodecOptions, GraphCodec> library) {
        TimeZone shifted = TimeZone.getTimeZone("Europe/Berlin");
        shifted.setRawOffset(7);
        assertRefused(
                library.apply(CodecContract.options()),
                shifted,
                "has other rules than its id Europe/Berlin says; send a ZoneOffset");
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void path_ofAnotherFileSystem_isRefused(Function<CodecOptions, GraphCodec> library, @TempDir Path folder)
            throws Exception {
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("a.zip"), Map.of("create", "true"))) {
            assertRefused(
                    library.apply(CodecContract.options()),
                    zip.getPath("/inside"),
                    "it is of another file system than the default one");
        }
    }

    /** What {@link Pattern#flags} returns has what the text itself switches on or off as well. */
    @ParameterizedTest
    @MethodSource("libraries")
    void pattern_thatSwitchesFlags_matchesTheSame(Function<CodecOptions, GraphCodec> library) {
        GraphCodec codec = library.apply(CodecContract.options());
        CodecContract.Link link = new CodecContract.Link(codec, codec);
        Pattern spaced = link.pass(Pattern.compile("a b(?x)c d"));
        assertThat(spaced.matcher("a bcd").matches()).isTrue();
        Pattern cased = link.pass(Pattern.compile("a(?-i)b", Pattern.CASE_INSENSITIVE));
        assertThat(cased.matcher("Ab").matches()).isTrue();
        assertThat(cased.matcher("AB").matches()).isFalse();
        Pattern quoted = link.pass(Pattern.compile("(?x", Pattern.LITERAL));
        assertThat(quoted.matcher("(?x").matches()).isTrue();
        String much = "(?i)" + "ü".repeat(70_000);
        Pattern large = link.pass(Pattern.compile(much, Pattern.DOTALL | Pattern.UNICODE_CASE));
        assertThat(large.flags())
                .isEqualTo(Pattern.compile(much, Pattern.DOTALL | Pattern.UNICODE_CASE)
                        .flags());
    }

    /** What the sender knows, the receiver may not: that is told, and nobody is blamed. */
    @ParameterizedTest
    @MethodSource("libraries")
    void text_thatTheReceiverCannotRead_isUndecodable(Function<CodecOptions, GraphCodec> library) {
        GraphCodec codec = library.apply(CodecContract.options());
        CodecContract.Link link = new CodecContract.Link(codec, codec);
        byte[] bytes = link.send(Charset.forName("IBM1047")).bytes();
        byte[] unknown = new String(bytes, StandardCharsets.ISO_8859_1)
                .replace("IBM1047", "IBM0000")
                .getBytes(StandardCharsets.ISO_8859_1);
        // A library may set the high bit of a text's last letter.
        if (java.util.Arrays.equals(bytes, unknown)) {
            unknown = new String(bytes, StandardCharsets.ISO_8859_1)
                    .replace("IBM104", "IBM000")
                    .getBytes(StandardCharsets.ISO_8859_1);
        }
        byte[] changed = unknown;
        assertThatThrownBy(() -> link.to.decode(changed, 0, changed.length))
                .isInstanceOf(UndecodableException.class)
                .hasMessageContaining("IBM0");
        assertThat(link.<Object>pass("next")).isEqualTo("next");
    }
}
