package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A master and its workers while places join, leave and die all the time. */
class ChurnTest {
    /** In a build until each has happened once. */
    private static final int MINUTES = Integer.getInteger("sojourn.churn.minutes", 0);

    private static final long SEED = Long.getLong("sojourn.churn.seed", System.nanoTime());
    private static final Pattern PLACE = Pattern.compile("\\b(p\\d+) (\\d+)");
    private static final Pattern RESULT = Pattern.compile(
            "pieces (\\d+) done (\\d+) missing (\\d+) twice (\\d+) sum (\\p{XDigit}+) processes (\\d+) redone (\\d+)");

    /** There are never more, the init place included. */
    private static final int MOST_PLACES = 4;

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private final Random chance = new Random(SEED);
    private final Set<Long> pids = new HashSet<>();
    private final Set<Long> killed = new HashSet<>();
    private final Set<String> gone = new HashSet<>();
    private int joined;
    private int left;
    private int died;
    private int together;

    private Sojourn command(String typed) {
        Map<String, String> environment = new HashMap<>(OwnPrograms.environment());
        environment.put("SOJOURN_RUNS", folder.resolve("runs").toString());
        return Sojourn.start(environment, typed.split(" "));
    }

    /** The places that can leave or die, and their processes. */
    private Map<String, Long> places(Sojourn run) {
        Map<String, Long> places = new TreeMap<>();
        try (Sojourn asked = command("status")) {
            assertThat(asked.status()).as("%s%n%s", asked, run).isZero();
            Matcher found = PLACE.matcher(asked.out());
            while (found.find()) {
                long pid = Long.parseLong(found.group(2));
                pids.add(pid);
                places.put(found.group(1), pid);
            }
        }
        assertThat(places).as(run.toString()).containsKey("p0");
        places.remove("p0");
        places.values().removeAll(killed); // the launcher may not know yet
        return places;
    }

    private Optional<String> oneOf(Map<String, Long> places) {
        List<String> names = new ArrayList<>(places.keySet());
        return names.isEmpty() ? Optional.empty() : Optional.of(names.get(chance.nextInt(names.size())));
    }

    /** Has a place join or leave, or one join while another leaves, and mostly another one die before, meanwhile or after. */
    private void round(Sojourn run, boolean mayKill) {
        Map<String, Long> places = places(run);
        boolean joins = places.isEmpty() || places.size() + 1 < MOST_PLACES && chance.nextInt(5) < 3;
        Optional<String> leaver = joins && chance.nextInt(3) > 0 ? Optional.empty() : oneOf(places);
        leaver.ifPresent(places::remove);
        Optional<String> victim = mayKill && chance.nextInt(5) < 3 ? oneOf(places) : Optional.empty();
        int when = chance.nextInt(3);
        if (when == 0) {
            victim.ifPresent(place -> kill(places, place));
        }
        List<String> typed = new ArrayList<>();
        if (joins) {
            typed.add("place --join" + again());
        }
        leaver.ifPresent(place -> typed.add("place --leave " + place));
        List<Sojourn> asked = typed.stream().map(this::command).toList();
        try {
            if (when == 1) {
                victim.ifPresent(place -> kill(places, place));
            }
            asked.forEach(each ->
                    assertThat(each.status()).as("%s%n%s%n%s", typed, each, run).isZero());
        } finally {
            asked.forEach(Sojourn::close);
        }
        joined += joins ? 1 : 0;
        left += leaver.isPresent() ? 1 : 0;
        together += joins && leaver.isPresent() ? 1 : 0;
        leaver.ifPresent(gone::add);
        if (when == 2) {
            victim.ifPresent(place -> kill(places, place));
        }
    }

    /** Half of those that join come back. */
    private String again() {
        List<String> names = gone.stream().sorted().toList();
        if (names.isEmpty() || chance.nextBoolean()) {
            return "";
        }
        String name = names.get(chance.nextInt(names.size()));
        gone.remove(name);
        return " --as " + name;
    }

    private void kill(Map<String, Long> places, String place) {
        long pid = Objects.requireNonNull(places.get(place));
        Sojourn.signal(pid, "KILL");
        killed.add(pid);
        died++;
    }

    private boolean isEnough(long began) {
        return Duration.ofNanos(System.nanoTime() - began).toMinutes() >= MINUTES && joined > 0 && left > 0 && died > 0;
    }

    /** The sum that all pieces have if each counts once. */
    private static long expected(int pieces) {
        List<Long> values = new ArrayList<>();
        try (Sojourn asked = Sojourn.start(
                Map.of(),
                List.of(Sojourn.JAVA, "-cp", OwnPrograms.classes() + ":" + Sojourn.distClassPath(), "own.Pieces"))) {
            assertThat(asked.status()).as(asked.toString()).isZero();
            asked.out().lines().forEach(line -> values.add(Long.parseUnsignedLong(line, 16)));
        }
        long sum = 0;
        for (int i = 0; i < pieces; i++) {
            sum += (i + 1L) * values.get(i % values.size());
        }
        return sum;
    }

    @Test
    void work_whilePlacesJoinLeaveAndDie_isDoneOnceAndRight() throws IOException {
        Path enough = folder.resolve("enough");
        System.out.println("seed " + SEED);
        try (Sojourn run = command("run --places 3 --max-places 16 --losses accepted own.Pieces " + enough)) {
            run.awaitOutput(text -> text.contains("two places work"));
            kill(places(run), "p1");
            long began = System.nanoTime();
            do {
                round(run, MINUTES > 0);
            } while (!isEnough(began));
            Files.createFile(enough);
            assertThat(run.status()).as("seed %d: %s", SEED, run).isZero();
            Matcher said = RESULT.matcher(run.out());
            assertThat(said.find()).as(run.toString()).isTrue();
            int pieces = Integer.parseInt(said.group(1));
            assertThat(said.group(2)).as("done, of %d", pieces).isEqualTo(said.group(1));
            assertThat(said.group(3)).as("missing").isEqualTo("0");
            assertThat(said.group(4)).as("twice").isEqualTo("0");
            assertThat(said.group(5)).as("sum").isEqualTo(Long.toHexString(expected(pieces)));
            System.out.println(joined + " joined, " + left + " left, " + died + " died, "
                    + together + " left while another joined; " + pieces + " pieces by "
                    + said.group(6) + " processes, " + said.group(7) + " redone; "
                    + Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s");
            assertThat(Pattern.compile("WARNING: p\\d+ was lost")
                            .matcher(run.err())
                            .results())
                    .as(run.err())
                    .hasSize(died);
        }
        for (long pid : pids) {
            ProcessHandle.of(pid)
                    .ifPresent(place ->
                            place.onExit().orTimeout(60, TimeUnit.SECONDS).join());
        }
        try (Sojourn asked = command("status")) {
            assertThat(asked.status()).isZero();
            assertThat(asked.out()).contains("you have no runs on this machine");
        }
    }
}
