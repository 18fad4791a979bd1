package org.sojourn.examples.trapezoid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class IntegralTest {
    private static double sum(int pieces, int shares) {
        return new Integral(pieces)
                .shares(shares).stream().mapToDouble(Integral.Share::sum).sum();
    }

    @Test
    void sum_anyPiecesAndShares_isAsFarOffAsTheRuleSays() {
        for (int pieces : new int[] {1, 2, 7, 100, 12_345, 1_000_000}) {
            for (int shares : new int[] {1, 3, 12}) {
                if (shares <= pieces) {
                    var integral = new Integral(pieces);
                    double error = Integral.relativeError(sum(pieces, shares));
                    assertThat(error)
                            .as("%d pieces, %d shares", pieces, shares)
                            .isLessThanOrEqualTo(integral.expectedError());
                }
            }
        }
    }

    @Test
    void sum_onePieceLeftOut_exceedsTheExpectedError() {
        var integral = new Integral(100_000);
        var whole = integral.shares(1).getFirst();
        var cut = new Integral.Share(0, 100_000, whole.from(), whole.to() - 5000);
        assertThat(Integral.relativeError(cut.sum())).isGreaterThan(integral.expectedError());
    }

    @Test
    void shares_anyCount_coverAllPiecesEvenly() {
        List<Integral.Share> shares = new Integral(2_000_000_000).shares(7);
        int position = 0;
        for (Integral.Share share : shares) {
            assertThat(share.from()).isEqualTo(position);
            assertThat(share.to() - share.from()).isBetween(285_714_285, 285_714_286);
            position = share.to();
        }
        assertThat(position).isEqualTo(2_000_000_000);
    }
}
