package org.sojourn.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In folders that look like those of Linux. */
class ShareGroupsTest {
    @TempDir
    private Path root;

    private Path made(Path parent) throws IOException {
        try (Stream<Path> all = Files.list(parent)) {
            return all.filter(each -> each.getFileName().toString().startsWith("sojourn-bench-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void put_secondVersion_handsTheControllerDownAndBoundsTheProcess() throws IOException {
        Files.writeString(root.resolve("cgroup.controllers"), "cpuset cpu io\n");
        Files.writeString(root.resolve("cgroup.subtree_control"), "cpuset io\n");

        ShareGroups.in(root).put(42, new Share(25));

        assertThat(root.resolve("cgroup.subtree_control")).hasContent("+cpu");
        assertThat(made(root).resolve("cpu.max")).hasContent("2500 10000");
        assertThat(made(root).resolve("cgroup.procs")).hasContent("42");
    }

    @Test
    void put_firstVersionWithTwoControllersTogether_boundsTheProcess() throws IOException {
        Path cpu = Files.createDirectory(root.resolve("cpu,cpuacct"));
        Files.createFile(cpu.resolve("cgroup.procs"));

        ShareGroups.in(root).put(42, new Share(12.5));

        assertThat(made(cpu).resolve("cpu.cfs_period_us")).hasContent("10000");
        assertThat(made(cpu).resolve("cpu.cfs_quota_us")).hasContent("1250");
        assertThat(made(cpu).resolve("cgroup.procs")).hasContent("42");
    }

    @Test
    void in_noControllerOfProcessorTime_saysSo() throws IOException {
        Files.writeString(root.resolve("cgroup.controllers"), "cpuset io\n");

        assertThatThrownBy(() -> ShareGroups.in(root))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no controller of processor time");
    }

    @Test
    void share_belowWhatLinuxGives_isRefused() {
        assertThat(new Share(20).half().quotaMicros()).isEqualTo(1_000);
        assertThatThrownBy(() -> new Share(19).half())
                .hasMessageContaining("9.5 %")
                .hasMessageContaining("10 %");
    }

    @Test
    void lineUps_ofThePaper_asManyAsThereAreSharesFor() {
        assertThat(LineUp.mixed(6.8)).hasToString("[1, 2, 3, 4, 5, 5+1, 5+2, 5+3]");
        assertThat(LineUp.mixed(5.9)).hasToString("[1, 2, 3, 4, 5, 5+1]");
        assertThat(LineUp.mixed(0.5)).hasToString("[1]");
        assertThat(LineUp.equal(3.4)).hasToString("[1, 2, 3]");
        assertThat(new LineUp(2, 1).shares(new Share(20)))
                .isEqualTo(List.of(new Share(20), new Share(20), new Share(10)));
    }
}
