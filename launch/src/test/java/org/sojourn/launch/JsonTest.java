package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.selectors.json.Json;

/** What programs report, written by us and read by somebody else. */
class JsonTest {
    private static Object readBack(String json) {
        return Objects.requireNonNull(
                ReadJson.object("{\"value\":" + json + "}").get("value"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "\"quoted\" and \\ back\\\\slashed",
                "lines\nand\r\ntabs\tand \u0000\u0001\b\f\u001f",
                "</script> ' ${x} { } [ ] : , #",
                "π ≈ 3.14159, \u2028 and \u2029, \uD83D\uDE80"
            })
    void text_ofAnyKind_isReadBackAsItWas(String text) {
        assertThat(readBack(Json.of(text))).isEqualTo(text);
        assertThat(readBack(Json.quoted(text))).isEqualTo(text);
        assertThat(ReadJson.object(Json.object(Map.of(text, "1")))).containsOnlyKeys(text);
    }

    @Test
    void control_characters_areAllEscaped() {
        for (char c = 0; c < ' '; c++) {
            assertThat(Json.quoted("" + c).chars()).as("character %d", (int) c).allMatch(written -> written >= ' ');
        }
    }

    static List<Number> numbers() {
        return List.of(0, (byte) -1, Long.MIN_VALUE, 1.5, -0.25f, 1e300, Double.MIN_VALUE, new BigDecimal("1E+3"));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void number_finite_isANumber(Number number) {
        assertThat(readBack(Json.of(number)))
                .isInstanceOfSatisfying(
                        Number.class, read -> assertThat(read.doubleValue()).isEqualTo(number.doubleValue()));
    }

    @Test
    void number_largerThanALong_keepsItsDigits() {
        BigInteger large = new BigInteger("123456789012345678901234567890");
        assertThat(Json.of(large)).isEqualTo(large.toString());
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void number_thatJsonDoesNotHave_isText(double number) {
        assertThat(readBack(Json.of(number))).isEqualTo(Double.toString(number));
        assertThat(readBack(Json.of((float) number))).isEqualTo(Double.toString(number));
    }

    @Test
    void collection_ofCollections_isAnArrayOfArrays() {
        assertThat(readBack(Json.of(List.of(List.of(), List.of(1, true, "a,]"), Thread.State.NEW))))
                .isEqualTo(List.of(List.of(), List.of(1, true, "a,]"), "NEW"));
    }

    @Test
    void object_withFields_keepsTheirOrder() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("z", "1");
        fields.put("a", Json.of(List.of(false)));
        assertThat(Json.object(fields)).isEqualTo("{\"z\":1,\"a\":[false]}");
        assertThat(Json.object(Map.of())).isEqualTo("{}");
    }
}
