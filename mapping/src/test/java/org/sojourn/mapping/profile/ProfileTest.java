package org.sojourn.mapping.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sojourn.mapping.Probe;
import org.sojourn.mapping.report.MappingReport;
import org.sojourn.mapping.vector.State;

/** What was observed, read from a file, as a vector, and beside what the class files say. */
final class ProfileTest {
    private static final String LINE = "kind=Probe received=10 sent=0 answered=3 sync=0 blocking=0 blocked=0 looks=9"
            + " state=nil work=1 wait=2 parts=1\n";

    private Path folder = Path.of("");

    @BeforeEach
    void open(@TempDir Path made) {
        folder = made;
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("profile"), text);
    }

    /** The rules of the paper's appendix C; numbers are received, sent, asked, waits, blocked, work, waiting. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "9,0,0,0,0,1,2 | <false, nil, async, leaf, gather, io>",
                "9,8,3,0,0,2,1 | <false, nil, async, router, gather, math>",
                "9,9,5,0,0,1,1 | <false, nil, sync, router, request-reply, io>",
                "9,10,5,1,0,1,1 | <true, nil, async, scatter, request-reply, io>",
                "0,0,0,0,1,0,0 | <true, nil, async, leaf, request-reply, io>"
            })
    void profile_asAVector_isAsAppendixCSays(String numbers, String vector) {
        long[] n = Arrays.stream(numbers.split(",")).mapToLong(Long::parseLong).toArray();
        assertThat(new Profile(n[0], n[1], n[2], n[3], n[4], 9, State.NIL, n[5], n[6]).vector())
                .hasToString(vector);
    }

    @Test
    void lines_ofOneKind_areAddedUp() throws IOException {
        Path two = file("# sojourn profile 1, p0\n" + LINE + "# sojourn profile 1, p1\n"
                + LINE.replace("state=nil", "state=variable"));
        assertThat(Profiles.read(two))
                .containsExactly(Map.entry("Probe", new Profile(20, 0, 0, 0, 0, 18, State.VARIABLE, 2, 4)));
    }

    @Test
    void file_thatIsNoProfile_isASentenceWithItsLine() {
        assertThatThrownBy(() -> Profiles.read(file("# sojourn profile 2, p0\n")))
                .hasMessageContaining("profile:1 is of version 2");
        assertThatThrownBy(() -> Profiles.read(file(LINE + "some words\n"))).hasMessageContaining("profile:2", "words");
        assertThatThrownBy(() -> Profiles.read(file(LINE.replace("work=1", "work=-1"))))
                .hasMessageContaining("work is \"-1\"");
        assertThatThrownBy(() -> Profiles.read(file(LINE.replace(" sent=0", ""))))
                .hasMessageContaining("sent is missing");
        assertThatThrownBy(() -> Profiles.read(file("# nothing\n"))).hasMessageContaining("no profile of any kind");
    }

    @Test
    void file_thatCannotBeReadAsText_isASentenceThatNamesIt() throws IOException {
        Path random = Files.write(folder.resolve("random"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> Profiles.read(random)).hasMessage(random + " isn't a profile: it isn't text");
        assertThatThrownBy(() -> Profiles.read(folder)).hasMessage(folder + " can't be read: it is a folder");
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> Profiles.read(none)).hasMessage("there is no file " + none);
    }

    /** Its handler sleeps, by its class file. */
    private static MappingReport report() {
        return Probe.report(new Probe.Call("java/lang/Thread", "sleep", "(Ljava/lang/Object;)V"));
    }

    @Test
    void report_withAProfile_countsWrongFieldsAndShowsBothPolicies() throws IOException {
        MappingReport both = report().with(Profiles.read(file(LINE)));
        assertThat(both.wrong()).containsEntry("blocking", 1L).containsEntry("state", 0L);
        assertThat(both.table())
                .contains("observed <false, nil, async, leaf, gather, io>, so wrong are blocking")
                .contains("by the diagram MONITOR instead of VIRTUAL")
                .contains("wrong by the profile: blocking 1, state 0")
                .contains("differ: Probe VIRTUAL -> MONITOR");
        assertThat(both.json())
                .contains("\"observed\":{")
                .contains("\"policyByAnalysis\":\"VIRTUAL\"")
                .contains("\"policyByProfile\":\"MONITOR\"");
        assertThat(both.html()).contains("observed", "wrong: blocking");
    }

    @Test
    void report_whoseProfileAgrees_hasNothingWrong() throws IOException {
        MappingReport both = report().with(Profiles.read(file(LINE.replace("blocked=0", "blocked=2"))));
        assertThat(both.wrong().values()).containsOnly(0L);
        assertThat(both.table()).contains("by the diagram VIRTUAL as well", "be the same for each");
        assertThat(report().table()).doesNotContain("observed");
    }
}
