package org.sojourn.selectors.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void numbersAndBooleans_written_areJsonsOwn() {
        assertThat(Json.of(List.of((byte) 1, (short) 2, 3, 4L, 0.5f, -1e300, true)))
                .isEqualTo("[1,2,3,4,0.5,-1.0E300,true]");
        assertThat(Json.of(List.of(BigInteger.TEN.pow(20), new BigDecimal("1E+400"))))
                .isEqualTo("[100000000000000000000,1E+400]");
    }

    @Test
    void numbersThatJsonDoesNotHave_written_areText() {
        assertThat(Json.of(List.of(Double.NaN, Float.NEGATIVE_INFINITY))).isEqualTo("[\"NaN\",\"-Infinity\"]");
        assertThat(Json.of(new AtomicInteger(7))).isEqualTo("\"7\"");
    }

    @Test
    void mapsArraysAndCollections_written_keepTheirShape() {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put("k", 1);
        map.put(2, Map.of("in", List.of("a", "b")));
        assertThat(Json.of(map)).isEqualTo("{\"k\":1,\"2\":{\"in\":[\"a\",\"b\"]}}");
        assertThat(Json.of(new int[][] {{1, 2}, {}})).isEqualTo("[[1,2],[]]");
        assertThat(Json.of(Arrays.asList("a", null))).isEqualTo("[\"a\",null]");
    }

    @Test
    void text_written_isQuoted() {
        assertThat(Json.of("a \"b\" \\ \n \u0001")).isEqualTo("\"a \\\"b\\\" \\\\ \\n \\u0001\"");
    }
}
