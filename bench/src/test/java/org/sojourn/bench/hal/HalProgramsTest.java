package org.sojourn.bench.hal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;

class HalProgramsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static Sojourn sojourn;

    @BeforeAll
    static void start() {
        sojourn = Sojourn.start(Config.local(3));
    }

    @AfterAll
    static void end() {
        sojourn.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fibonacci_overPlaces_isTheNumber(boolean kept) {
        Handle<Object> root = sojourn.create(FibonacciRoot::new);
        long number = root.<Long>request(asker -> new FibonacciRoot.Ask(17, kept, true, asker), PATIENCE)
                .join();
        assertThat(number).isEqualTo(1597);
    }

    @Test
    void fibonacci_allAtOnePlace_isTheNumber() {
        Handle<Object> root = sojourn.create(FibonacciRoot::new);
        long number = root.<Long>request(asker -> new FibonacciRoot.Ask(17, true, false, asker), PATIENCE)
                .join();
        assertThat(number).isEqualTo(1597);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void grains_atOnePlaceOrAll_addUp(boolean isEven) {
        Handle<Object> sower = sojourn.create(Sower::new);
        long sum = sower.<Long>request(asker -> new Sower.Sow(5, 3, isEven, asker), PATIENCE)
                .join();
        assertThat(sum).isEqualTo(5 * 3 * Sower.VALUE);
    }

    @ParameterizedTest
    @EnumSource
    void cholesky_eachWay_checksItself(CholeskyProcessor.Way way) {
        // 41 columns: the last processor's block is a smaller one.
        Handle<CholeskyMaster.Message> master = sojourn.create(() -> new CholeskyMaster(way, 41));
        assertThat(master.<Double>request(CholeskyMaster.Start::new, PATIENCE).join())
                .isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void primitive_aFewTimes_checksItself(Primitives.Primitive primitive) {
        Handle<Object> doer = sojourn.create(Primitives::new);
        assertThat(doer.<Double>request(asker -> new Primitives.Do(primitive, 300, asker), PATIENCE)
                        .join())
                .isPositive();
    }

    @Test
    void check_oneElementOff_isRefused() {
        double[][] factor = Columns.factor(30);
        Columns.check(factor);
        factor[7][3] += 1e-9;
        assertThatThrownBy(() -> Columns.check(factor)).hasMessageContaining("differs from the matrix");
    }
}
