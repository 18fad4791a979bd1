package org.sojourn.selectors;

import org.jspecify.annotations.Nullable;

/** What can be known of a place, in the order in which subscribers are told; each is a topic. */
enum Fact {
    JOINED(NodeJoined.class),
    READY(PlaceReady.class),
    DRAINING(PlaceDraining.class),
    DRAINED(PlaceDrained.class),
    LEFT(NodeLeft.class);

    private static final Fact[] ALL = values();

    private final Class<?> topic;

    Fact(Class<?> topic) {
        this.topic = topic;
    }

    Class<?> topic() {
        return topic;
    }

    int bit() {
        return 1 << ordinal();
    }

    /** The fact of a topic; null for one of the program's. */
    static @Nullable Fact of(Class<?> topic) {
        for (Fact each : ALL) {
            if (each.topic == topic) {
                return each;
            }
        }
        return null;
    }

    /** The fact of a topic that a place names; null for one of the program's. */
    static @Nullable Fact named(String topic) {
        for (Fact each : ALL) {
            if (each.topic.getName().equals(topic)) {
                return each;
            }
        }
        return null;
    }

    static Fact of(int number) {
        return ALL[number];
    }

    /** The message for those who are told of a place that is in. */
    Object message(Place place) {
        return switch (this) {
            case JOINED -> new NodeJoined(place);
            case READY -> new PlaceReady(place);
            case DRAINING -> new PlaceDraining(place);
            case DRAINED -> new PlaceDrained(place);
            case LEFT -> throw new IllegalStateException("that a place has left is told with the cause");
        };
    }
}
