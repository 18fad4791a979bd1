package org.sojourn.launch;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.sojourn.host.run.Notice;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.quiesce.PlaceReport;

/** What of a place {@code get} shows. */
enum Aspect {
    DUMP,
    SELECTORS,
    MESSAGES,
    RUNS,
    WAITS,
    MUTED,
    PAUSED,
    STARVED,
    FAILURES,
    OPEN,
    NETWORK,
    MESSENGERS;

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Aspect of(String word) {
        return Arrays.stream(values())
                .filter(aspect -> aspect.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new Usage("there is no \"" + word + "\" to get; there is "
                        + Arrays.stream(values()).map(Aspect::word).collect(Collectors.joining(", "))));
    }

    /** Numbers, lists of sentences and counts by name: as they are in JSON, in this order. */
    Map<String, Object> values(Notice.Told told) {
        PlaceReport report = told.report();
        Map<String, Object> values = new LinkedHashMap<>();
        switch (this) {
            case DUMP -> {
                values.put("alive", report.alive());
                for (Dump.Sort sort : Dump.Sort.values()) {
                    values.put(sort.word(), sentences(told, sort));
                }
            }
            case SELECTORS -> {
                values.put("created", report.created());
                values.put("alive", report.alive());
            }
            case MESSAGES -> {
                values.put("processed", report.processed());
                values.put("messagesOut", report.sent());
                values.put("messagesIn", report.received());
                values.put("deadLetters", report.deadLetters());
                values.put("holds", sentences(told, Dump.Sort.HOLDS));
            }
            case RUNS -> values.put("runs", sentences(told, Dump.Sort.RUNS));
            case WAITS -> values.put("waits", sentences(told, Dump.Sort.WAITS));
            case MUTED -> {
                values.put("mutes", report.mutes());
                values.put("lifted", report.lifted());
                values.put("muted", sentences(told, Dump.Sort.MUTED));
            }
            case PAUSED -> values.put("paused", sentences(told, Dump.Sort.PAUSED));
            case OPEN -> values.put("open", sentences(told, Dump.Sort.OPEN));
            case NETWORK, MESSENGERS -> throw new IllegalStateException(word() + " is asked of the room of messengers");
            case STARVED -> values.put("starved", report.starved());
            case FAILURES -> {
                values.put("failed", report.failed());
                values.put("restarts", report.restarts());
                values.put("failures", report.failures());
                values.put("mistakes", report.mistakes());
            }
        }
        return values;
    }

    private static List<String> sentences(Notice.Told told, Dump.Sort sort) {
        return told.dump().sentences().getOrDefault(sort, List.of());
    }
}
