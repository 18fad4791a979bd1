package org.sojourn.threads.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.threads.programs.Travels;

/** What values are where they have gone. */
class TravelTest {
    @Test
    void record_whoseConstructorDoesMoreThanStore_isTheSameAndItsConstructorDoesNotRun() throws Exception {
        try (Places places = new Places(2)) {
            Object grid = places.call(1, Travels.class, "grid");
            assertThat(places.call(1, Travels.class, "describedGrid", grid))
                    .isEqualTo("one [7.0, 2.0, 3.0] 1099511627776 1");
            assertThat(places.call(0, Travels.class, "describedGrid", places.brought(grid)))
                    .isEqualTo("one [7.0, 2.0, 3.0] 1099511627776 0");
        }
    }

    @Test
    void collection_thatCannotChange_isTheSame() throws Exception {
        try (Places places = new Places(2)) {
            Object made = places.call(1, Travels.class, "unchanging");
            Object brought = places.brought(made);
            assertThat(brought).isEqualTo(made);
            assertThat(places.call(0, Travels.class, "describedUnchanging", brought))
                    .isEqualTo(places.call(1, Travels.class, "describedUnchanging", made));
            assertThatThrownBy(() -> ((List<?>) brought).removeFirst())
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void array_ofWhatTravels_isTheSame() throws Exception {
        try (Places places = new Places(2)) {
            Object made = places.call(1, Travels.class, "arrays");
            assertThat(places.brought(made)).isEqualTo(made);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d\ude00", "\ud83d", "\ude00", "a\ude00\ud83db", ""})
    void text_thatEndsBetweenTheHalvesOfAPair_isTheSame(String text) throws Exception {
        try (Places places = new Places(2)) {
            assertThat(places.brought(text)).isEqualTo(text);
            assertThat(places.brought(new StringBuilder(text))).hasToString(text);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "coded, '[5] x'",
        "twice, '[5] x!'",
        "assertion, 'java.lang.AssertionError by null'",
        "assertion of a number, 'java.lang.AssertionError: 7'",
        "initialiser, 'ExceptionInInitializerError: why by null'",
        "initialiser and cause, 'ExceptionInInitializerError by java.lang.IllegalStateException: why'",
        "class, 'ClassNotFoundException: none by java.lang.IllegalStateException: why'",
        "'null', 'java.lang.NullPointerException by null'",
        "empty, java.util.EmptyStackException",
        "match, 'none by java.lang.IllegalStateException: why'",
        "time, 'TimeoutException: none by null'",
        "completion, 'none by java.lang.IllegalStateException: why'",
        "cancelled, 'CancellationException by null'",
        "state, 'IllegalStateException: java.lang.IllegalArgumentException: why by'"
    })
    void throwable_thatHasComeHome_saysWhatItSaid(String which, String says) throws Exception {
        try (Places places = new Places(2)) {
            Object thrown = places.call(1, Travels.class, "thrown", which);
            Object brought = places.call(0, Travels.class, "describedThrown", places.brought(thrown));
            assertThat((String) brought).contains(says);
            assertThat(brought).isEqualTo(places.call(1, Travels.class, "describedThrown", thrown));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "format, 'a java.util.MissingFormatArgumentException can''t travel'",
        "resource, 'a java.util.MissingResourceException can''t travel'",
        "unformatted, 'can''t travel, as it is a java.util.MissingFormatArgumentException, which has more than a"
                + " message'"
    })
    void throwable_thatHasMoreThanAMessage_isRefused(String which, String says) throws Exception {
        try (Places places = new Places(2)) {
            Object thrown = places.call(1, Travels.class, "thrown", which);
            assertThatThrownBy(() -> places.brought(thrown))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(says);
        }
    }
}
