package org.sojourn.examples.pi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static List<BigInteger> computed(Plan plan) {
        return plan.ranges().stream()
                .map(Plan.Range::compute)
                .sorted(Comparator.comparingInt(Plan.Result::index))
                .map(Plan.Result::digits)
                .toList();
    }

    @Test
    void decimals_fewDigits_areThoseThatEveryoneKnows() {
        assertThat(new Plan(10).decimals(computed(new Plan(10)))).isEqualTo("3.1415926535");
    }

    @Test
    void decimals_manyCounts_agreeWithAnotherSeries() {
        // 762 is where six nines in a row begin, which a rounded or carried last digit would show.
        for (int digits : new int[] {1, 2, 3, 13, 761, 764, 768, 1000, 2500}) {
            var plan = new Plan(digits);
            assertThat(plan.decimals(computed(plan))).as("%d digits", digits).isEqualTo(Chudnovsky.decimals(digits));
        }
    }

    @Test
    void decimals_oneBitWrong_differFromOtherSeries() {
        var plan = new Plan(1000);
        var parts = new ArrayList<>(computed(plan));
        parts.set(7, parts.get(7).flipBit(3));
        assertThat(plan.decimals(parts)).isNotEqualTo(Chudnovsky.decimals(1000));
    }

    @Test
    void decimals_nothingButNines_isRefusedRatherThanGuessed() {
        var plan = new Plan(10);
        List<BigInteger> nines = plan.ranges().stream()
                .map(range -> BigInteger.ONE.shiftLeft(4 * range.count()).subtract(BigInteger.ONE))
                .toList();
        assertThatThrownBy(() -> plan.decimals(nines)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void decimals_rangeMissing_isRefused() {
        var plan = new Plan(100);
        assertThatThrownBy(() -> plan.decimals(computed(plan).subList(1, 3)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ranges_byDefault_areManyAndWithoutGaps() {
        List<Plan.Range> ranges = new Plan(15_000).ranges();
        assertThat(ranges).hasSizeGreaterThan(60);
        int position = 0;
        for (Plan.Range range : ranges) {
            assertThat(range.from()).isEqualTo(position);
            position += range.count();
        }
        assertThat(position * 4 * Math.log10(2)).isGreaterThan(15_000);
    }
}
