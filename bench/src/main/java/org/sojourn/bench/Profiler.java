package org.sojourn.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.sojourn.bench.counters.ResourceUsage;

/**
 * Runs sides by turns under a flight recording, and says whose the processor time of their iterations was.
 *
 * <p><b>What is sampled.</b> {@code jdk.CPUTimeSample} (JEP 509) has the kernel interrupt each Java thread after so much processor time
 * of its own, wherever it is: in compiled code, in the JVM, or in the kernel on behalf of a call that wakes another thread. The
 * older {@code jdk.ExecutionSample} looks at five threads at most at fixed times, and only at those in Java code, so it leaves out what
 * waking threads takes, which is a large part of what a runtime takes; and it can't tell a thread that runs from one
 * that waits for a processor. Each sample says how much time it stands for, as the kernel's clock may be coarser than what is asked
 * for; so what is added up is time, and not samples.
 *
 * <p><b>Whose it is</b> is said by {@link Attribution}. The flags {@link #FLAGS} have the JVM keep for each instruction where it came
 * from, and not only for those at which a thread can stop; without them what was inlined is told apart badly.
 *
 * <p><b>Which samples count.</b> Those between the begin and the end of an iteration, which events of the same recording mark: the garbage
 * collections before the iterations are nobody's. The side that has had less time runs next, so that all have as much, and neighbours
 * in time suffer the same disturbances. The collector and the compiler have no Java threads: they are in the process's
 * time, and in no sample.
 */
final class Profiler {
    /** What a JVM is to be started with, so that inlined methods are told apart. */
    static final List<String> FLAGS = List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");

    private static final String SAMPLE = "jdk.CPUTimeSample";
    private static final String LOST = "jdk.CPUTimeSamplesLost";
    private static final String COLLECTION = "jdk.GarbageCollection";
    private static final String OWN_EVENTS = "org.sojourn.";
    private static final Duration PERIOD = Duration.ofMillis(1);
    private static final double NANOS_PER_MILLI = 1e6;

    private final List<Side> sides;
    private final List<SideTally> tallies;

    /** When iterations began, and which they were. */
    private final TreeMap<Instant, Turn> turns = new TreeMap<>();

    /**
     * A side.
     *
     * @param contestant whose it is
     * @param threads how many threads it has for handlers
     * @param iteration runs the program once
     */
    record Side(Contestant contestant, int threads, Iteration iteration) {}

    /** An iteration of a side, as the recording has it. */
    private record Turn(int side, Instant end) {}

    /** Makes one for sides that are warmed up. */
    Profiler(List<Side> sides) {
        this.sides = sides;
        this.tallies = sides.stream().map(side -> new SideTally()).toList();
    }

    /** Tells whether threads can be sampled here. */
    static boolean isPossible() {
        return System.getProperty("os.name").equals("Linux");
    }

    /** Runs each side for so long in all, once at least. */
    List<SideProfile> profile(Duration each) throws Exception {
        Path file = Files.createTempFile("sojourn-bench", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(SAMPLE).with("throttle", PERIOD.toMillis() + "ms");
            recording.enable(LOST);
            recording.enable(COLLECTION);
            recording.enable(IterationEvent.class);
            // Events of an annotation's default are recorded unless somebody says no, and Sojourn would do more than
            // when it is measured.
            FlightRecorder.getFlightRecorder().getEventTypes().stream()
                    .filter(type -> type.getName().startsWith(OWN_EVENTS)
                            && !type.getName().equals(IterationEvent.NAME))
                    .forEach(type -> recording.disable(type.getName()));
            recording.start();
            run(each);
            recording.stop();
            recording.dump(file);
            read(file, this::keepTurn);
            read(file, this::add);
        } finally {
            Files.deleteIfExists(file);
        }
        List<SideProfile> profiles = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            profiles.add(tallies.get(i).profile(sides.get(i)));
        }
        return profiles;
    }

    private void run(Duration each) throws Exception {
        double enough = each.toNanos() / NANOS_PER_MILLI;
        for (SideTally next = leastRun(); next.iterations() == 0 || next.millis() < enough; next = leastRun()) {
            int side = tallies.indexOf(next);
            System.gc();
            ResourceUsage before = ResourceUsage.now();
            IterationEvent event = new IterationEvent();
            event.side = side;
            event.begin();
            long start = System.nanoTime();
            sides.get(side).iteration().run();
            double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
            event.commit();
            next.addIteration(millis, ResourceUsage.now().since(before).cpuNanos());
        }
    }

    private SideTally leastRun() {
        return tallies.stream()
                .min(Comparator.comparingDouble(SideTally::millis))
                .orElseThrow();
    }

    /** What to do with an event. */
    private interface Reader {
        void read(RecordedEvent event);
    }

    private static void read(Path file, Reader reader) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                reader.read(recording.readEvent());
            }
        }
    }

    private void keepTurn(RecordedEvent event) {
        if (event.getEventType().getName().equals(IterationEvent.NAME)) {
            turns.put(event.getStartTime(), new Turn(event.getInt(IterationEvent.SIDE), event.getEndTime()));
        }
    }

    private void add(RecordedEvent event) {
        Optional<Turn> turn = Optional.ofNullable(turns.floorEntry(event.getStartTime()))
                .map(entry -> entry.getValue())
                .filter(each -> event.getStartTime().isBefore(each.end()));
        if (turn.isEmpty()) {
            return;
        }
        int side = turn.get().side();
        SideTally tally = tallies.get(side);
        switch (event.getEventType().getName()) {
            case SAMPLE ->
                tally.addSample(
                        Attribution.of(sides.get(side).contestant(), thread(event), stack(event)),
                        event.getDuration("samplingPeriod").toNanos());
            case LOST -> tally.addLost(event.getLong("lostSamples"));
            case COLLECTION ->
                tally.addCollection(event.getDuration("sumOfPauses").toNanos());
            default -> {}
        }
    }

    private static String thread(RecordedEvent event) {
        return Optional.ofNullable(event.getThread("eventThread"))
                .map(RecordedThread::getJavaName)
                .orElse("");
    }

    private static List<String> stack(RecordedEvent event) {
        return Optional.ofNullable(event.getStackTrace()).map(RecordedStackTrace::getFrames).orElse(List.of()).stream()
                .map(RecordedFrame::getMethod)
                .map(method -> method.getType().getName() + "." + method.getName())
                .toList();
    }
}
