package org.sojourn.bench;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The benchmarks of {@code bench local}, floors first. Each is a method of a class in {@code org.sojourn.bench.local}. */
enum LocalBenchmark {
    VIRTUAL_CALL("Floors.virtualCall", "a call of a method of one of four classes"),
    VOLATILE_STORE("Floors.volatileStore", "a write of a volatile field"),
    COMPARE_AND_SET("Floors.compareAndSet", "a compare-and-set that nobody contends for"),
    QUEUE("Floors.queue", "into JCTools' queue for many producers and out again, one thread"),
    HAND_OFF("HandOff.handOff", "a number from one core to the other, both spinning"),
    BARE_CORE("BareCore.bareCore", "a message to the least that an actor can be, same thread, with its processing"),
    SEND_INLINE("SendInline.sendInline", "a message to an idle selector, same thread, with its processing"),
    SEND_QUEUED("SendQueued.sendQueued", "the same with inline sends off"),
    ENQUEUE_BUSY("EnqueueBusy.enqueueBusy", "a message into the mailbox of a busy selector, by a thread"),
    SEND_ACROSS("SendAcross.sendAcross", "a message of a stream from a thread to a selector, with its processing"),
    CREATE("Create.create", "a selector created by another, and forgotten"),
    CREATE_AND_SEND("Create.createAndSend", "the same, with a first message and its processing"),
    REQUEST_FROM_SELECTOR("Requests.requestFromSelector", "a question and its answer between selectors, same thread"),
    REQUEST_FROM_THREAD("Requests.requestFromThread", "a question of a thread that waits for its answer");

    private static final String PACKAGE = "org.sojourn.bench.local.";

    private final String method;
    private final String meaning;

    LocalBenchmark(String method, String meaning) {
        this.method = method;
        this.meaning = meaning;
    }

    /** What JMH calls it. */
    String method() {
        return PACKAGE + method;
    }

    /** What is typed and printed. */
    String title() {
        return method.substring(method.indexOf('.') + 1);
    }

    /** What is done once in the time that is measured. */
    String meaning() {
        return meaning;
    }

    /** Whether it measures the machine, and nothing of Sojourn. */
    boolean isFloor() {
        return compareTo(BARE_CORE) <= 0;
    }

    /**
     * Chooses by name; no name at all chooses every one.
     *
     * @throws IllegalArgumentException if there is none of a name; says which there are
     */
    static List<LocalBenchmark> only(List<String> names) {
        if (names.isEmpty()) {
            return List.of(values());
        }
        return names.stream().map(LocalBenchmark::named).distinct().toList();
    }

    private static LocalBenchmark named(String name) {
        return Arrays.stream(values())
                .filter(benchmark -> benchmark.title().equalsIgnoreCase(name.strip()))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("there is no benchmark named '" + name + "'; there are "
                        + Arrays.stream(values()).map(LocalBenchmark::title).collect(Collectors.joining(", "))));
    }
}
