package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sojourn.bench.remote.Exchange;

class ExchangeCommandTest {
    @Test
    void remote_list_namesWhomItComparesWith() {
        Typed typed = Typed.command("remote --vs artery --list");
        assertThat(typed.status()).isZero();
        assertThat(typed.out())
                .contains("ping-pong-10240", "beside raw sockets, Artery", "stream-8", "creation-first", "by itself")
                .doesNotContain("JDK");
    }

    @Test
    void remote_briefly_checksAnswersAndWritesAllThree(@TempDir Path out) throws Exception {
        Typed typed = Typed.command(
                "remote --vs artery --only ping-pong-100,stream-8,creation-first,moves --warm-up 0 --turns 1 --json"
                        + " --out "
                        + out);
        assertThat(typed.status()).as(typed.out() + typed.err()).isZero();
        Config json = ConfigFactory.parseString(typed.out());
        assertThat(json.getConfigList("rows"))
                .hasSize(4)
                .allSatisfy(row -> assertThat(row.hasPath("problem")).isFalse());
        assertThat(json.getConfigList("rows").getFirst().getConfigList("peers"))
                .hasSize(2)
                .allSatisfy(peer ->
                        assertThat(peer.getDouble("ratio.min")).isLessThanOrEqualTo(peer.getDouble("ratio.median")));
        assertThat(Files.readString(out.resolve("remote.md"))).contains("| stream-8 |", "raw socket, same codec");
        assertThat(Files.readString(out.resolve("remote.svg"))).contains("ping-pong-100, Artery");
        assertThat(Files.readString(out.resolve("remote.json"))).startsWith("{\"jdk\":");
    }

    @Test
    void first_briefly_startsAJvmForEachSide() {
        Typed typed = Typed.command("first --only messages --warm-up 0 --turns 1 --json");
        assertThat(typed.status()).as(typed.out() + typed.err()).isZero();
        Config row =
                ConfigFactory.parseString(typed.out()).getConfigList("rows").getFirst();
        assertThat(row.hasPath("problem")).isFalse();
        assertThat(row.getConfigList("peers"))
                .extracting(peer -> peer.getString("peer"))
                .containsExactly("Pekko, one thread", "Pekko, two threads");
    }

    @Test
    void hal_list_namesTheTables() {
        Typed typed = Typed.command("hal --list --only cholesky-*");
        assertThat(typed.status()).isZero();
        assertThat(typed.out().lines()).hasSize(24).allMatch(line -> line.contains("Table 1"));
        assertThat(typed.out())
                .contains("256 x 256, 1 place", "256 x 256, 2 places")
                .doesNotContain("1 places");
    }

    @Test
    void messengers_list_namesTableFiguresAndCrowd() {
        Typed typed = Typed.command("messengers --list");
        assertThat(typed.status()).isZero();
        assertThat(typed.out())
                .contains("test 1: ", "test 6: ", "hand-off of threads", "Figure 10: ", "Figure 19: ", "depth first")
                .contains("1,000,000 nodes in a heap of 2,048 MiB");
    }

    @Test
    void messengers_briefly_checksAnswersAndWritesCharts(@TempDir Path out) throws Exception {
        Typed typed = Typed.command(
                "messengers --only switch-2,hop-lanes,latency-1-1000,tree-1-100,mesh-1-100 --warm-up 0 --turns 1 --json"
                        + " --out "
                        + out);
        assertThat(typed.status()).as(typed.out() + typed.err()).isZero();
        Config json = ConfigFactory.parseString(typed.out());
        assertThat(json.getConfigList("rows"))
                .hasSize(5)
                .allSatisfy(row -> assertThat(row.hasPath("problem")).isFalse());
        assertThat(Files.readString(out.resolve("messengers.md"))).contains("| switch-2 |", "hand-off of threads");
        assertThat(Files.readString(out.resolve("messengers.svg"))).contains("hop-lanes, hand-off");
        assertThat(Files.readString(out.resolve("messengers-tree.svg"))).contains("messengers, 1 place, 100:");
        assertThat(Files.readString(out.resolve("messengers-wator.svg"))).doesNotContain("<circle");
    }

    @Test
    void row_aSideThatFails_isWrongAndSaysWhy() {
        Exchange failing = new Exchange("planted", "fails", "us", () -> 1, List.of(new Exchange.Peer("peer", 1, () -> {
            throw new IllegalStateException("41 bytes came where 42 were due");
        })));
        ExchangeRow row = ExchangeRow.measure(failing, Duration.ZERO, 10);
        assertThat(row.isWrong()).isTrue();
        assertThat(new RowTable("remote", "Remote").lines(row))
                .singleElement()
                .asString()
                .contains("WRONG", "41 bytes");
    }

    @Test
    void foot_fewTurns_saysThatItIsAFirstLook() {
        RowTable table = new RowTable("remote", "Remote");
        assertThat(table.foot(RowTable.LEAST_TURNS - 1)).anyMatch(line -> line.startsWith("fewer than 10 turns"));
        assertThat(table.foot(RowTable.LEAST_TURNS)).noneMatch(line -> line.contains("fewer"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "remote --only pong | there is no row named 'pong'; there are ping-pong-100",
                "remote --vs akka | expected one of [ARTERY]",
                "hal --only systolic | there is no row named 'systolic'",
                "messengers --only jump* | there is no row named 'jump*'; there are arithmetic, func",
                "hal --turns 0 | --turns 0: it must be 1 to 1000",
                "hal --warm-up -1 | --warm-up -1: it must be 0 to 60000",
            })
    void command_wrongUse_sentenceAndStatusTwo(String typed, String sentence) {
        Typed result = Typed.command(typed);
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).startsWith("bench: ").contains(sentence);
    }
}
