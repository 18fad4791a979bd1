package org.sojourn.bench;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sojourn.bench.Attribution.Owner;

/**
 * Where the time of a program goes, on one side or on both.
 *
 * @param benchmark the program
 * @param sides Sojourn's, and then the peer's if it took part; none if the program failed
 * @param problem what was wrong, empty if nothing
 */
record ProgramProfile(Benchmark benchmark, List<SideProfile> sides, String problem) {
    private static final String START = "@profile ";

    /** With fewer samples of the work, chance alone moves it by more than a tenth. */
    private static final int LEAST_SAMPLES = 100;

    static ProgramProfile failed(Benchmark benchmark, String problem) {
        return new ProgramProfile(benchmark, List.of(), problem);
    }

    boolean isWrong() {
        return !problem.isEmpty();
    }

    /** Returns the peer's time by Sojourn's, if both were profiled. */
    Optional<Double> ratio() {
        return sides.size() < 2
                ? Optional.empty()
                : Optional.of(sides.get(1).millis() / sides.get(0).millis());
    }

    /**
     * Returns what the ratio could not exceed if Sojourn cost nothing, and the work were spread over all processors without
     * a pause: the peer's time by the work's share of each of them.
     *
     * <p>Nothing is returned if there is no peer, or if the work was hardly seen.
     */
    Optional<Double> bound(int processors) {
        if (sides.size() < 2) {
            return Optional.empty();
        }
        SideProfile own = sides.getFirst();
        return own.samples() * own.share(Owner.WORK) < LEAST_SAMPLES
                ? Optional.empty()
                : Optional.of(processors * sides.get(1).millis() / own.work());
    }

    /** For JSON. What is unknown has no member. */
    Map<String, Object> members(int processors) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", benchmark.name());
        members.put("right", !isWrong());
        if (isWrong()) {
            members.put("problem", problem);
        }
        members.put("sides", sides.stream().map(SideProfile::members).toList());
        ratio().ifPresent(ratio -> members.put("ratio", ratio));
        bound(processors).ifPresent(bound -> members.put("ratioAtMost", bound));
        return members;
    }

    /** Returns it as a line that {@link #parse} reads. */
    String line() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("problem", problem);
        members.put("sides", sides.stream().map(SideProfile::members).toList());
        return START + JsonText.of(members);
    }

    /** Reads what {@link #line} has written. Whatever else a program has said is left out. */
    static ProgramProfile parse(Benchmark benchmark, List<String> lines) {
        Config members = lines.stream()
                .filter(line -> line.startsWith(START))
                // HOCON contains JSON.
                .map(line -> ConfigFactory.parseString(line.substring(START.length())))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no line starts with '" + START + "'"));
        return new ProgramProfile(
                benchmark,
                members.getConfigList("sides").stream().map(SideProfile::of).toList(),
                members.getString("problem"));
    }
}
