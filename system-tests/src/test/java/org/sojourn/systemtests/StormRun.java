package org.sojourn.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run of {@code own.Nomads} in a storm: processes whose selectors send, ask, watch and move all the time, until they are told that
 * there is enough. Whatever it writes is in a folder, which is kept if anything is wrong.
 */
final class StormRun implements AutoCloseable {
    /** A place that has written so much more has processed some dozens of messages. */
    private static final int SOME_BYTES = 8_000;

    private static final int POLL_MILLIS = 10;

    /** What signs of life, their way and their judges take at most, besides what this machine is late. */
    private static final int MARGIN_MILLIS = 750;

    /** So many lines may be said for each loss, and for each place that comes back. */
    private static final int MOST_FOR_A_LOSS = 20;

    private final Storm storm;
    private final Path folder;
    private final Path logs;
    private final Path runs;
    private final Path temporary;
    private final SplittableRandom random;
    private final @Nullable TwoHosts hosts;
    private final Sojourn run;
    private final List<ProcessHandle> places;

    /** All processes of places that there ever were. */
    private final List<ProcessHandle> all;

    private final Stalls stalls = new Stalls();

    private int kills;
    private int shortStops;
    private int longStops;

    /** Stops of which nothing can be said, since this machine was late. */
    private int unjudged;

    private long longestSilence;
    private long longestLoss;
    private @Nullable BusyProcessors busy;
    private @Nullable Strangers strangers;
    private int cuts;

    StormRun(Path above, Storm storm) throws IOException {
        this.storm = storm;
        this.random = new SplittableRandom(storm.seed());
        this.folder = above.resolve("seed-" + storm.seed());
        if (Files.exists(folder)) {
            forget();
        }
        this.logs = Files.createDirectories(folder.resolve("logs"));
        this.runs = folder.resolve("runs");
        this.temporary = Files.createDirectories(folder.resolve("temporary"));
        this.hosts = storm.isOverTwoHosts() ? new TwoHosts() : null;
        List<String> command = new ArrayList<>(Sojourn.command(words()));
        command.add(1, "-Djava.io.tmpdir=" + temporary);
        Map<String, String> environment = new HashMap<>(OwnPrograms.environment());
        environment.put("SOJOURN_RUNS", runs.toString());
        this.run = Sojourn.start(environment, hosts == null ? command : hosts.spread(folder, command));
        this.places = new ArrayList<>(run.places(storm.shape().places()));
        this.all = new ArrayList<>(places);
    }

    private String[] words() {
        Storm.Shape shape = storm.shape();
        List<String> words = new ArrayList<>(List.of("run", "own.Nomads", "--places", "" + shape.places()));
        words.addAll(List.of("--heap", "128m", "--serialiser", shape.serialiser(), "--silence", "" + shape.silence()));
        words.addAll(List.of("--jvm-opt=-XX:TieredStopAtLevel=1", "--jvm-opt=-Djava.io.tmpdir=" + temporary));
        words.addAll(List.of("--env", "LOGS=" + logs, "--balance", shape.isRotated() ? "rotate" : "none"));
        if (storm.isReturning()) {
            words.addAll(words.indexOf("--heap"), List.of("--restart", "" + 2 * storm.losses()));
        }
        words.addAll(shape.isRotated() ? List.of("--rotate-messages", "16", "--") : List.of("--"));
        words.addAll(List.of("" + storm.seed(), "" + shape.selectors(), "" + shape.isMoving()));
        words.addAll(List.of("" + storm.shunned(), "" + shape.longest()));
        return words.toArray(String[]::new);
    }

    /**
     * What a run came to.
     *
     * @param wrong what is wrong, in sentences
     * @param moves how often somebody has moved
     * @param counted how much there was of all, for people
     */
    record Result(List<String> wrong, long moves, String counted) {}

    /** Lets the storm go over the run, and judges what is left. */
    Result weather() throws IOException {
        List<String> wrong = new ArrayList<>();
        try {
            awaitMore(living());
            if (storm.isLoaded()) {
                busy = new BusyProcessors();
            }
            if (storm.strangers() != Storm.NO_STRANGERS) {
                strangers = new Strangers(
                        storm.seed(),
                        storm.strangers(),
                        () -> ports(Stream.concat(Stream.of(run.launcher()), living().stream())));
            }
            for (Storm.Event each : storm.events()) {
                System.out.println("seed " + storm.seed() + ": " + each);
                meet(each);
            }
            end();
        } catch (Failure e) {
            wrong.add(e.getMessage());
        } finally {
            calm();
        }
        List<String> lines = List.of();
        if (run.launcher().isAlive()) {
            close(); // its logs are as long as it was waited for, and without an end
        } else {
            wrong.addAll(Verdict.judged(
                    run.status(), run.err(), storm.lost(), Verdict.MOST_LINES + MOST_FOR_A_LOSS * storm.losses()));
            wrong.addAll(left());
            lines = NomadLogs.read(logs);
            wrong.addAll(NomadLogs.judged(lines, storm.isInitLost() ? storm.all() : storm.lost()));
        }
        if (!wrong.isEmpty()) {
            Files.writeString(folder.resolve("said.txt"), run.toString());
        }
        long moves = count(lines, " leaves ");
        String counted = count(lines, " processed ") + " messages, " + moves + " moves, " + count(lines, " owed ")
                + " questions and watches, " + cuts + " connections cut, "
                + (strangers == null ? 0 : strangers.met()) + " strangers"
                + (storm.isReturning() ? ", " + count(lines, " dead ") + " dead letters" : "")
                + (kills > 0 ? ", " + kills + " kills" : "")
                + (longStops > 0 ? stops() : "");
        return new Result(wrong, moves, counted);
    }

    private String stops() {
        return ", " + shortStops + " stops within the bound, of up to " + longestSilence + " ms, and " + longStops
                + " beyond it, of which the latest was known after " + longestLoss + " ms; " + unjudged
                + " while this machine was late";
    }

    private void calm() {
        if (busy != null) {
            busy.close();
        }
        if (strangers != null) {
            strangers.close();
        }
    }

    private static long count(List<String> lines, String word) {
        return lines.stream().filter(line -> line.contains(word)).count();
    }

    // ---- troubles -------------------------------------------------------------------------------------------------

    private void meet(Storm.Event event) throws IOException {
        ProcessHandle place = places.get(event.place());
        switch (event.trouble()) {
            case CALM -> awaitMore(living());
            case CUTS -> cut(event.size());
            case SLICES -> {
                for (int i = 0; i < event.size(); i++) {
                    stop(place, 5 + random.nextInt(100));
                    goOn(5 + random.nextInt(50));
                }
            }
            case BUSY -> {
                for (int i = 0; i < event.size(); i++) {
                    cutAll();
                    goOn(random.nextInt(400));
                    stop(places.get(random.nextInt(places.size())), 200);
                }
            }
            case STOP -> stop(place, event.size());
            case KILLS -> {
                for (int i = 0; i < event.size(); i++) {
                    int number = 2 + i % 2;
                    ProcessHandle each = places.get(number);
                    Sojourn.signal(each.pid(), "KILL");
                    kills++;
                    await("the end of p" + number + ", which is killed", () -> !each.isAlive());
                    if (i % 3 > 0) {
                        awaitReturn(number);
                        goOn(random.nextInt(300));
                    } // else the other one is killed while this one is begun
                    awaitReturn(2 + (i + 1) % 2);
                }
                awaitReturn(2);
                awaitReturn(3);
            }
            case BOUNDS -> {
                for (int i = 0; i < event.size(); i++) {
                    stopBriefly(2 + (i + 1) % 2);
                    stopForTooLong(2 + i % 2);
                }
            }
            case KILL, KILL_INIT -> {
                Sojourn.signal(place.pid(), "KILL");
                await("the end of p" + event.place() + ", which is killed", () -> !place.isAlive());
            }
            case SILENCE, SILENCE_INIT -> {
                Sojourn.signal(place.pid(), "STOP");
                await("the end of p" + event.place() + ", which is silent", () -> !place.isAlive());
            }
            case CABLE -> {
                for (int i = 0; i < event.size(); i++) {
                    trouble(Objects.requireNonNull(hosts));
                    awaitMore(living());
                }
            }
            case UNPLUGGED -> {
                Objects.requireNonNull(hosts).unplug();
                await("the end of p2 and p3", () -> living().size() == 2);
            }
        }
        if (!event.trouble().isLossOfInit()) {
            awaitMore(living());
        }
    }

    /** Waits until a place is there again, and at work. */
    private void awaitReturn(int number) {
        await("p" + number + " to come back", () -> {
            if (!places.get(number).isAlive()) {
                run.launcher()
                        .children()
                        .filter(each -> !all.contains(each) && isPlace(each, number))
                        .findFirst()
                        .ifPresent(each -> {
                            all.add(each);
                            places.set(number, each);
                        });
            }
            return places.get(number).isAlive()
                    && size(logs.resolve(places.get(number).pid() + ".log")) > SOME_BYTES;
        });
    }

    /** Its environment says so. */
    private static boolean isPlace(ProcessHandle process, int number) {
        try {
            String environment =
                    Files.readString(Path.of("/proc", "" + process.pid(), "environ"), StandardCharsets.ISO_8859_1);
            return List.of(environment.split("\0")).contains("SOJOURN_PLACE=" + number);
        } catch (IOException e) {
            return false; // it has ended
        }
    }

    /** For less than it may be silent: it stays in, unless this machine has held all of us up meanwhile. */
    private void stopBriefly(int number) {
        ProcessHandle place = places.get(number);
        int bound = 1_000 * storm.shape().silence();
        long before = losses(number);
        long late = stalls.lateMillis();
        long began = System.nanoTime();
        stop(place, random.nextInt(200, bound - MARGIN_MILLIS));
        long silent = millisSince(began);
        Path log = logs.resolve(place.pid() + ".log");
        long enough = size(log) + SOME_BYTES;
        await("p" + number + " to go on", () -> size(log) >= enough || losses(number) > before);
        if (losses(number) == before) {
            shortStops++;
            longestSilence = Math.max(longestSilence, silent);
            return;
        }
        late = stalls.lateMillis() - late;
        if (silent + late < bound) {
            throw new Failure("p" + number + " was lost, which was stopped for " + silent + " ms and may be silent for "
                    + bound + " ms; this machine was late by " + late + " ms");
        }
        unjudged++;
        awaitEnd(number, place);
    }

    /** Stops it until it is lost, which is to be known soon; the launcher ends it for that. */
    private void stopForTooLong(int number) {
        ProcessHandle place = places.get(number);
        int bound = 1_000 * storm.shape().silence();
        long before = losses(number);
        long late = stalls.lateMillis();
        long began = System.nanoTime();
        Sojourn.signal(place.pid(), "STOP");
        await("the loss of p" + number + ", which is silent", () -> losses(number) > before);
        long known = millisSince(began);
        late = stalls.lateMillis() - late;
        if (known < bound - MARGIN_MILLIS || known - late > bound + MARGIN_MILLIS) {
            throw new Failure("that p" + number + " was lost is known after " + known + " ms, and it may be silent for "
                    + bound + " ms; this machine was late by " + late + " ms");
        }
        longestLoss = Math.max(longestLoss, known - late);
        longStops++;
        awaitEnd(number, place);
    }

    private void awaitEnd(int number, ProcessHandle place) {
        await("the end of p" + number + ", which was silent", () -> !place.isAlive());
        awaitReturn(number);
    }

    private static long millisSince(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
    }

    /** How often the run has said that it was lost. */
    private long losses(int number) {
        return count(run.err().lines().toList(), "p" + number + " was lost");
    }

    private void cut(int times) {
        if (!Cuts.arePossible()) {
            return;
        }
        List<Integer> ports = ports(living().stream());
        for (int i = 0; i < times; i++) {
            int before = cuts;
            // Some ports have no connection at the moment.
            for (int j = 0; j < ports.size() && cuts == before; j++) {
                cuts += Cuts.surely(ports.get(random.nextInt(ports.size())));
            }
            goOn(20 + random.nextInt(200));
        }
    }

    private void cutAll() {
        if (Cuts.arePossible()) {
            ports(living().stream()).forEach(port -> cuts += Cuts.surely(port));
        }
    }

    private void stop(ProcessHandle place, int millis) {
        Sojourn.signal(place.pid(), "STOP");
        goOn(millis);
        Sojourn.signal(place.pid(), "CONT");
    }

    /** What a cable may do to its packets for a while. */
    private void trouble(TwoHosts hosts) {
        switch (random.nextInt(4)) {
            case 0 -> {
                hosts.lose(1 + random.nextInt(8));
                goOn(1_000);
                hosts.heal();
            }
            case 1 -> {
                hosts.deafen(random.nextBoolean() ? hosts.left : hosts.right);
                goOn(random.nextInt(1_500));
                hosts.heal();
            }
            case 2 -> {
                hosts.unplug();
                goOn(random.nextInt(1_500));
                hosts.plug();
            }
            default -> {
                hosts.narrow(500 + random.nextInt(1_500));
                goOn(1_000);
                hosts.widen();
            }
        }
    }

    // ---- waiting --------------------------------------------------------------------------------------------------

    /** What ends the storm early, and is wrong. */
    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failure(String what) {
            super(what);
        }
    }

    private List<ProcessHandle> living() {
        return places.stream().filter(ProcessHandle::isAlive).toList();
    }

    /** Where these processes listen. */
    private static List<Integer> ports(Stream<ProcessHandle> processes) {
        return processes.flatMap(each -> Listeners.of(each.pid()).stream()).toList();
    }

    /** Lets it go on as it is for so long. */
    private void goOn(int millis) {
        if (run.endsWithin(Duration.ofMillis(millis)) && !storm.isInitLost()) {
            throw new Failure("it has ended too early");
        }
    }

    /** Waits until each of these has written more than now. */
    private void awaitMore(List<ProcessHandle> places) {
        Map<Path, Long> enough = new HashMap<>();
        for (ProcessHandle place : places) {
            Path log = logs.resolve(place.pid() + ".log");
            enough.put(log, size(log) + SOME_BYTES);
        }
        await(
                "messages at all places",
                () -> enough.entrySet().stream().allMatch(each -> size(each.getKey()) >= each.getValue()));
    }

    private static long size(Path log) {
        try {
            return Files.exists(log) ? Files.size(log) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void await(String what, BooleanSupplier isThere) {
        long last = System.nanoTime() + Sojourn.PATIENCE.toNanos();
        while (!isThere.getAsBoolean()) {
            goOn(POLL_MILLIS);
            if (System.nanoTime() > last) {
                hangs(what);
            }
        }
    }

    /** Has the senders end, and waits for the end of the run. */
    private void end() throws IOException {
        Files.createFile(logs.resolve("enough"));
        if (!run.endsWithin(Sojourn.PATIENCE)) {
            hangs("the end");
        }
    }

    /** Writes down what all do, and gives up. */
    private void hangs(String what) {
        calm();
        StringBuilder dump = new StringBuilder();
        try (Sojourn get = Sojourn.start(Map.of("SOJOURN_RUNS", runs.toString()), "get", "dump")) {
            get.endsWithin(Duration.ofSeconds(20));
            dump.append(get);
        }
        Path jstack = Path.of(System.getProperty("java.home"), "bin", "jstack");
        Stream.concat(Stream.of(run.launcher()), living().stream()).forEach(each -> {
            try (Sojourn stacks = Sojourn.start(Map.of(), List.of(jstack.toString(), "" + each.pid()))) {
                stacks.endsWithin(Duration.ofSeconds(20));
                dump.append("process ").append(each.pid()).append(": ").append(stacks);
            }
        });
        try {
            Files.writeString(folder.resolve("dump.txt"), dump);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new Failure("waited in vain for " + what + " while there were " + states() + ", and the run had said: "
                + run.err().strip() + "; what all do is in " + folder + "/dump.txt");
    }

    /** The launcher and the places with their numbers of processes and what the system says of them: R, S, T for stopped, Z. */
    private String states() {
        StringBuilder said = new StringBuilder("launcher " + state(run.launcher()));
        for (int i = 0; i < places.size(); i++) {
            said.append(", p").append(i).append(' ').append(state(places.get(i)));
        }
        return said.toString();
    }

    private static String state(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc", "" + process.pid(), "stat"));
            return process.pid() + " " + stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return process.pid() + " gone";
        }
    }

    // ---- the end --------------------------------------------------------------------------------------------------

    /** Says what the run has left behind: processes, and files where temporary ones are. */
    private List<String> left() throws IOException {
        long last = System.nanoTime() + Sojourn.PATIENCE.toNanos();
        while (all.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < last) {
            LockSupport.parkNanos(Duration.ofMillis(POLL_MILLIS).toNanos());
        }
        List<String> left = new ArrayList<>();
        all.stream().filter(ProcessHandle::isAlive).forEach(each -> left.add("process " + each.pid() + " is left"));
        for (Path each : List.of(temporary, runs)) {
            if (Files.exists(each)) {
                try (Stream<Path> files = Files.list(each)) {
                    files.filter(file -> !file.toString().endsWith(".logs")) // kept, for ./sojourn logs
                            .forEach(file -> left.add(file + " is left"));
                }
            }
        }
        return left;
    }

    /** Ends all processes. */
    @Override
    public void close() {
        stalls.close();
        all.forEach(ProcessHandle::destroyForcibly);
        run.close();
        if (hosts != null) {
            hosts.close();
        }
    }

    /** Removes what it has written. */
    void forget() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
