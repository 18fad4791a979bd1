package org.sojourn.bench.fairness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    @Test
    void percentile_ofAHundred_theValueThatSoManyAreNotAbove() {
        Latencies latencies = new Latencies(
                LongStream.rangeClosed(1, 100).map(value -> 101 - value).toArray());

        assertThat(latencies.percentile(0.5)).isEqualTo(50);
        assertThat(latencies.percentile(0.99)).isEqualTo(99);
        assertThat(latencies.percentile(0.999)).isEqualTo(100);
        assertThat(latencies.percentile(1)).isEqualTo(100);
        assertThat(latencies.max()).isEqualTo(100);
        assertThat(latencies.count()).isEqualTo(100);
    }

    @Test
    void percentile_ofOne_isThatOne() {
        assertThat(new Latencies(new long[] {7}).percentile(0.001)).isEqualTo(7);
    }

    @Test
    void latencies_none_areRefused() {
        assertThatThrownBy(() -> new Latencies(new long[0])).hasMessageContaining("no latency was measured");
    }
}
