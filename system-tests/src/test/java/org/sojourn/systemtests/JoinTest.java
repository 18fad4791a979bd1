package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Places that come to a run from other shells and other machines. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class JoinTest {
    private static final String CABLE = "cable";

    /** What runs are over before has paid off. */
    private static final String QUICK = " --jvm-opt -XX:TieredStopAtLevel=1";

    /** Functions for scripts, which no other machine has. */
    private static final String OWN = "own";

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private Sojourn command(String typed) {
        return command(List.of(), typed);
    }

    private Sojourn command(List<String> inside, String typed) {
        List<String> all = new ArrayList<>(inside);
        all.addAll(Sojourn.command(typed.split(" ")));
        return started(all);
    }

    private Sojourn started(List<String> all) {
        return Sojourn.start(
                Map.of(
                        "SOJOURN_RUNS", folder.resolve("runs").toString(),
                        "SOJOURN_CACHE", folder.resolve("cache").toString(),
                        "CLASSPATH", folder.resolve(OWN).toString()),
                all);
    }

    private String done(Sojourn run, String typed) {
        try (Sojourn asked = command(typed)) {
            assertThat(asked.status()).as("%s%n%s%n%s", typed, asked, run).isZero();
            return asked.out();
        }
    }

    private void refused(String typed, String sentence) {
        try (Sojourn asked = command(typed)) {
            assertThat(asked.status()).as(asked.toString()).isEqualTo(1);
            assertThat(asked.err()).contains(sentence);
        }
    }

    @Test
    void place_ofAnotherShell_joinsLeavesAndIsLost() throws IOException {
        Files.writeString(Files.createDirectory(folder.resolve(OWN)).resolve("some.text"), "of the program");
        try (Sojourn run =
                command("network --places 2 --max-places 3 --losses accepted --listen 127.0.0.1:0" + QUICK)) {
            String join = run.howToJoin();
            Path token = Path.of(join.substring(join.lastIndexOf(' ') + 1));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
                    .isEqualTo("rw-------");
            run.awaitOutput(text -> text.contains("./sojourn stop"));
            try (Sojourn first = command(join + " --heap 96m --workers 2 --jvm-opt -Dmine=1")) {
                first.awaitOutput(text -> text.contains("p2 has joined the run"));
                assertThat(first.places(1).get(0).info().commandLine().orElse(""))
                        .contains("-Xmx96m")
                        .contains("-Dmine=1");
                assertThat(first.err()).as("all else is installed").contains("fetching 1 of the program's");
                assertThat(done(run, "status")).contains("p2 elsewhere").contains(join);
                refused(join, "the run has 3 places, and 3 is what --max-places allows");
                first.signal("TERM");
                assertThat(first.status()).as(first.toString()).isZero();
            }
            Path wrong = Files.writeString(
                    folder.resolve("wrong"), Files.readString(token).replaceFirst("-.{8}", "-00000000"));
            refused(join.replaceAll("\\S+$", wrong.toString()), "its token isn't this run's");
            try (Sojourn old = started(withAnOldProgram(join))) {
                assertThat(old.status()).as("%s%n%s", old, run).isEqualTo(4);
                run.awaitOutput(text -> text.contains("the programs differ"));
                assertThat(run.err()).doesNotContain("was lost");
            }
            ProcessHandle lost = run.places(2).get(1);
            try (Sojourn second = command(join + " --as p2")) {
                lost.destroyForcibly(); // one joins while another is lost
                second.awaitOutput(text -> text.contains("p2 has joined the run"));
                run.awaitOutput(text -> text.contains("p1 was lost"));
                assertThat(second.err()).as("files are kept").doesNotContain("fetching");
                ProcessHandle place = second.places(1).get(0);
                second.signal("KILL"); // and whoever notices first says why
                run.awaitOutput(text -> text.contains("p2 was lost ("));
                place.onExit()
                        .orTimeout(Sojourn.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .join();
            }
            done(run, "stop");
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(token).doesNotExist();
        }
        try (var left = Files.list(folder.resolve("runs"))) {
            assertThat(left.map(Path::toString)).noneMatch(each -> each.matches(".*(run|token|packed)"));
        }
    }

    /** A command whose places have classes before those that the run tells of, as one has that was started by hand and wrongly. */
    private List<String> withAnOldProgram(String typed) throws IOException {
        Path real = Path.of(System.getProperty("java.home"));
        Path home = Files.createDirectories(folder.resolve("java"));
        try (Stream<Path> all = Files.list(real)) {
            for (Path each : all.filter(any -> !any.endsWith("bin")).toList()) {
                Files.createSymbolicLink(home.resolve(each.getFileName()), each);
            }
        }
        Path old = Files.createDirectories(folder.resolve("old"));
        Files.writeString(old.resolve("changed"), "since then");
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, """
            #!/bin/bash
            words=("$@")
            for i in "${!words[@]}"; do
              if [ "${words[$i]}" = -cp ]; then words[i+1]="%s:${words[i+1]}"; fi
            done
            exec %s "${words[@]}"
            """.formatted(old, real.resolve("bin/java")));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        List<String> all = Sojourn.command(typed.split(" "));
        all.add(1, "-Djava.home=" + home);
        return all;
    }

    @Test
    void place_ofAnotherHost_joinsByTheCableAndEndsWithoutIt() throws IOException {
        Host.assumeThereAre();
        try (Host left = new Host();
                Host right = new Host()) {
            left.run("ip", "link", "add", CABLE, "type", "veth", "peer", "name", CABLE, "netns", "" + right.pid());
            connect(left, "192.0.2.1");
            connect(right, "192.0.2.2");
            try (Sojourn run = command(
                    left.inside(List.of()),
                    "network --places 1 --silence 6 --losses accepted --listen 192.0.2.1:0" + QUICK)) {
                String join = run.howToJoin();
                run.awaitOutput(text -> text.contains("./sojourn stop"));
                Path script =
                        Files.writeString(folder.resolve("there.mc"), "create(node = \"leaf\"; physical = \"p1\");");
                try (Sojourn one = command(right.inside(List.of()), join + " --as p1");
                        Sojourn two = command(right.inside(List.of()), join + " --as p1")) {
                    Awaitility.await()
                            .atMost(Sojourn.PATIENCE)
                            .until(() -> (one.err() + two.err()).contains("p1 has joined the run")
                                    && (one.err() + two.err()).contains("there is a place p1 already"));
                    Sojourn joined = one.err().contains("has joined") ? one : two;
                    assertThat((joined == one ? two : one).status()).isEqualTo(1);
                    inside(left, run, "inject " + script + " --wait");
                    left.run("ip", "link", "set", CABLE, "down");
                    run.awaitOutput(text -> text.contains("p1 was lost"));
                    assertThat(joined.status()).as(joined.toString()).isNotZero();
                    left.run("ip", "link", "set", CABLE, "up");
                    right.run("ip", "neighbor", "flush", "dev", CABLE); // that nobody answered is kept for a while
                }
                try (Sojourn again = command(right.inside(List.of()), join + " --as p1")) {
                    again.awaitOutput(text -> text.contains("p1 has joined the run"));
                    inside(left, run, "stop");
                    assertThat(run.status()).as(run.toString()).isZero();
                    // 137: it took longer to stop than it may, on a busy machine, and was ended by force.
                    assertThat(again.status()).as(again.toString()).isIn(0, 137);
                }
            }
        }
    }

    private void inside(Host host, Sojourn run, String typed) {
        try (Sojourn asked = command(host.inside(List.of()), typed)) {
            assertThat(asked.status()).as("%s%n%s", asked, run).isZero();
        }
    }

    private static void connect(Host host, String address) {
        host.run("ip", "address", "add", address + "/24", "dev", CABLE);
        host.run("ip", "link", "set", CABLE, "up");
    }
}
