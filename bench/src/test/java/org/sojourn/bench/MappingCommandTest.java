package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappingCommandTest {
    @Test
    void mapping_list_namesProgramsAndWhatIsAdvised() {
        Typed typed = Typed.command("mapping --list --only bang,FileSearch");
        assertThat(typed.status()).isZero();
        assertThat(typed.out())
                .contains("440 senders x 440 messages")
                .containsPattern("Sender +TASK +Hub")
                .containsPattern("Receiver +(MONITOR|SEQ) +LowCPU")
                .containsPattern("FileScanner +(THREAD|VIRTUAL) +Blocking");
    }

    @Test
    @Tag("slow")
    void mapping_oneProgram_reportsItInAllForms(@TempDir Path directory) throws Exception {
        Typed typed = Typed.command(
                "mapping --only bang --policies thread,ours-swapped --rounds 2 --warm-up 0 --json --out " + directory);
        assertThat(typed.status()).as(typed.err()).isZero();
        Config bang =
                ConfigFactory.parseString(typed.out()).getConfigList("programs").getFirst();
        assertThat(bang.getConfigList("runs").stream().map(run -> run.getString("name")))
                .containsExactly("thread", "ours", "ours-swapped");
        assertThat(bang.getConfigList("runs")).allSatisfy(run -> {
            assertThat(run.getDoubleList("millis")).hasSize(2);
            assertThat(run.getDoubleList("cpuMillis")).hasSize(2);
            assertThat(run.getDoubleList("voluntary")).hasSize(2);
        });
        assertThat(typed.err())
                .containsPattern("program, ms +thread +ours +ours-swapped")
                .contains("bang");
        assertThat(directory.resolve("mapping.json")).isNotEmptyFile();
        assertThat(Files.readString(directory.resolve("mapping.md"))).contains("| bang | Receiver |");
        assertThat(Files.readString(directory.resolve("mapping.html"))).contains("Figure 10");
        assertThat(Files.readString(directory.resolve("mapping.svg"))).contains("bang, thread: ");
    }

    @Test
    void mapping_help_showsListsByCommas() {
        Typed typed = Typed.command("mapping --help");
        assertThat(typed.status()).isZero();
        assertThat(typed.out()).contains("--only=NAME[,NAME...]", "--policies=POLICY[,POLICY...]");
    }

    @Test
    void mapping_wrongAnswer_statusOneAndSaysWhat() {
        Typed typed = Typed.command("mapping --only Planted --policies thread --rounds 1 --warm-up 0");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.out()).contains("thread WRONG: number: expected 42, got 41");
    }

    @Test
    @Tag("slow")
    void mapping_pekko_runsTheGeneratedConfiguration() {
        Typed typed = Typed.command("mapping --only mbrot --policies ours --vs pekko --rounds 1 --warm-up 0 --json");
        assertThat(typed.status()).as(typed.err()).isZero();
        Config mbrot =
                ConfigFactory.parseString(typed.out()).getConfigList("pekko").getFirst();
        assertThat(mbrot.getConfigList("runs").stream().map(run -> run.getString("name")))
                .containsExactly("thread-all", "task-all", "fork-join", "generated");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--only bing | there is no program named 'bing'; there are",
                "--policies fast | there is no policy named 'fast'; there are thread, round-robin",
                "--policies thread,, | there is no policy named ','; there are thread, round-robin",
                "--only bang, | there is no program named 'bang,'; there are",
                "--rounds 0 | --rounds 0: it must be 1 to 1000",
                "--rounds many | 'many' is not an int",
                "--warm-up -1 | --warm-up -1: it must be 0 to 3600",
                "--vs akka | expected one of [PEKKO]",
                "--out /dev/null/x | --out /dev/null/x: the directory can't be made",
            })
    void mapping_wrongUse_sentenceAndStatusTwo(String typed, String sentence) {
        Typed command = Typed.command("mapping " + typed);
        assertThat(command.status()).isEqualTo(2);
        assertThat(command.err()).startsWith("bench: ").contains(sentence).doesNotContain("\tat ");
        assertThat(command.out()).isEmpty();
    }
}
