package org.sojourn.host.place;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.sojourn.kernel.flow.Muting;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.SelectorPlace;

/**
 * A program for a small heap: one place with several loads at once, for a time. Arguments: the rounds of each load at most; the
 * seconds after which none begins; the loads. It says what came of it, and {@code sound} in the end if
 *
 * <ul>
 *   <li>every message was processed, or is a dead letter of a selector that had exited, and none was out of order;
 *   <li>no load that wasn't over has stood still for {@link #PATIENCE_SECONDS} seconds: what should have run would have been forgotten;
 *   <li>what the heap holds after a collection doesn't grow from the first half of the time to the second by more than {@link
 *       #GROWTH_BYTES};
 *   <li>the place has become quiescent by itself.
 * </ul>
 */
final class Soak {
    private static final int PATIENCE_SECONDS = Integer.getInteger("sojourn.soak.patience", 60);
    private static final int ENDING_SECONDS = 60;
    private static final long GROWTH_BYTES = 16L << 20;
    private static final int SAMPLES = 20;

    /** Said where the machine, or this process, has stood still: then there was no time for what the term is for. */
    static final String STALLED = "this process has stood still itself";

    private static final long LOOK_SECONDS = 1;

    /** Failures are a load, and thousands needn't be logged. Held, as a logger that nobody holds forgets its level. */
    private static final Logger LOG = Logger.getLogger("org.sojourn");

    private final List<Load> loads;
    private final List<Long> held = new ArrayList<>();
    private final Map<Load, Long> progress = new HashMap<>();
    private final Map<Load, Long> since = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();

    private Soak(List<Load> loads) {
        this.loads = loads;
    }

    private static Load named(String name) {
        return switch (name) {
            case "flood" -> new Flood();
            case "churn" -> new Churn();
            case "questions" -> new Questions();
            case "ticks" -> new Ticks();
            case "restarts" -> new Restarts();
            default -> new PlantedLoad(PlantedLoad.Fault.valueOf(name.toUpperCase(Locale.ROOT)));
        };
    }

    private static final class Quiet implements SelectorPlace.Console {
        @Override
        public void progress(String label, long done, long total) {}

        @Override
        public void result(String key, String json) {}

        @Override
        public void stop(int status) {}
    }

    /**
     * Runs it.
     *
     * @param args rounds, seconds, and loads
     */
    public static void main(String[] args) throws Exception {
        LOG.setLevel(Level.OFF);
        long seconds = Long.parseLong(args[1]);
        var term = new Load.Term(Integer.parseInt(args[0]), System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
        List<Load> loads = new ArrayList<>();
        for (String name : List.of(args).subList(2, args.length)) {
            loads.add(named(name));
        }
        boolean isSound = new Soak(loads).run(term, seconds);
        System.exit(isSound ? 0 : 1);
    }

    private boolean run(Load.Term term, long seconds) throws Exception {
        var settings = new PlaceSettings(2, false, "fory", "", List.of());
        var self = new Member(0, PlaceRuntime.incarnation());
        ClassLoader loader = Soak.class.getClassLoader();
        var codec = PlaceRuntime.codec(settings, true, loader);
        var place = new PlaceRuntime(self, self, List.of(self), settings, null, codec, loader, new Quiet());
        place.start(cause -> {}, member -> {});
        var hold = place.selectors().keepAlive(); // for the thread that asks from outside
        loads.forEach(each -> each.begin(place.selectors(), term));
        place.mainReturned();
        long sampledEvery = TimeUnit.SECONDS.toNanos(seconds) / SAMPLES;
        long sampled = System.nanoTime();
        while (!loads.stream().allMatch(each -> each.account.isOver()) && wrong.isEmpty()) {
            waitBriefly(place.ending());
            if (System.nanoTime() - sampled > sampledEvery) {
                sampled = System.nanoTime();
                held.add(held());
            }
            lookForStandstill(place);
        }
        hold.close();
        if (!wrong.isEmpty()) {
            System.out.println(wrong);
            return false;
        }
        return judge(place, place.ending().get(ENDING_SECONDS, TimeUnit.SECONDS));
    }

    private static void waitBriefly(CompletableFuture<?> ending) throws Exception {
        long began = System.nanoTime();
        try {
            ending.get(LOOK_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            // time to look
        }
        if (System.nanoTime() - began > TimeUnit.SECONDS.toNanos(2 * LOOK_SECONDS)) {
            System.out.println(STALLED);
        }
    }

    /** What the heap holds after a collection, in bytes. */
    private static long held() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private void lookForStandstill(PlaceRuntime place) {
        long now = System.nanoTime();
        for (Load each : loads) {
            Long before = progress.put(each, each.account.progress());
            if (before == null || before != each.account.progress() || each.account.isOver()) {
                since.put(each, now);
            } else if (now - since.getOrDefault(each, now) > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                wrong.add(each.name() + " stands still: " + each.account + "\n" + place.ownDump());
            }
        }
    }

    private boolean judge(PlaceRuntime place, Ending ending) {
        long missing = 0;
        for (Load each : loads) {
            System.out.println(each.name() + " " + each.account);
            missing += each.account.missing();
            if (!each.account.isRight()) {
                wrong.add(each.name() + " has seen what it must not");
            }
        }
        long dead = place.selectors().kernel().site().deadLetters().count(DeadLetters.Cause.EXITED);
        if (missing != dead) {
            wrong.add(missing + " messages not processed, but " + dead + " dead letters");
        }
        if (ending.word() != Ending.Word.QUIESCENT && ending.word() != Ending.Word.FINISHED) {
            wrong.add("ended as " + ending.word() + " " + ending.sentences());
        }
        Muting muting = place.selectors().kernel().muting();
        System.out.printf("dead=%d muted=%d lifted=%d%n", dead, muting.mutes(), muting.lifted());
        judgeMemory();
        System.out.println(wrong.isEmpty() ? "sound" : "wrong: " + wrong);
        return wrong.isEmpty();
    }

    private void judgeMemory() {
        int half = held.size() / 2;
        if (half == 0) {
            return;
        }
        long first =
                held.subList(0, half).stream().mapToLong(each -> each).max().orElseThrow();
        long second = held.subList(half, held.size()).stream()
                .mapToLong(each -> each)
                .max()
                .orElseThrow();
        System.out.printf("heap after collections, most in each half: %d MB, %d MB%n", first >> 20, second >> 20);
        if (second > first + GROWTH_BYTES) {
            wrong.add("the heap has grown: " + held);
        }
    }
}
