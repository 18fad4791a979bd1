package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeasurementTest {
    private static final double CLOSE = 1e-12;

    @Test
    void series_ofEvenLength_medianIsTheMeanOfTheMiddle() {
        Series series = Series.of(8, 2, 6, 4);
        assertThat(series.median()).isEqualTo(5);
        assertThat(series.min()).isEqualTo(2);
        assertThat(series.spread()).isEqualTo(4);
    }

    @Test
    void pairs_alike_noneRejectedAndRatioIsPeerBySojourn() {
        Measurement measured = Measurement.pairs(Series.of(1, 2, 3), Series.of(4, 4, 3));
        assertThat(measured.rejected()).isZero();
        assertThat(measured.isVoid()).isFalse();
        assertThat(measured.ratio().orElseThrow().values()).containsExactly(4.0, 2.0, 1.0);
        assertThat(measured.ratio().orElseThrow().median()).isEqualTo(2);
    }

    @Test
    void pairs_oneSideAboveThreeMedians_pairIsRejectedOnBothSides() {
        Measurement measured = Measurement.pairs(Series.of(1, 1, 1, 1, 3.1, 1), Series.of(2, 2, 2, 2, 2, 6));
        assertThat(measured.rejected()).isEqualTo(1);
        assertThat(measured.sojourn().values()).hasSize(5).doesNotContain(3.1);
        assertThat(measured.peer().orElseThrow().values()).hasSize(5).contains(6.0);
        assertThat(measured.isVoid()).isFalse();
    }

    @Test
    void pairs_moreThanAFifthRejected_void() {
        Series calm = Series.of(1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
        Series twoBad = Series.of(1, 9, 1, 1, 1, 1, 9, 1, 1, 1);
        Series threeBad = Series.of(1, 9, 1, 9, 1, 1, 9, 1, 1, 1);
        assertThat(Measurement.pairs(twoBad, calm).isVoid()).isFalse();
        assertThat(Measurement.pairs(calm, threeBad).isVoid()).isTrue();
    }

    @Test
    void pairs_eachSideRejectsWhatItCan_someRemain() {
        Measurement measured = Measurement.pairs(Series.of(9, 9, 1, 1, 1), Series.of(1, 1, 1, 9, 9));
        assertThat(measured.sojourn().values()).containsExactly(1.0);
        assertThat(measured.isVoid()).isTrue();
    }

    @Test
    void alone_runAboveThreeMedians_rejected() {
        Measurement measured = Measurement.alone(Series.of(1, 1, 1, 1, 1, 4));
        assertThat(measured.rejected()).isEqualTo(1);
        assertThat(measured.ratio()).isEmpty();
    }

    @Test
    void geometricMean_voidAndWrongAndAloneRows_leftOut() {
        Series one = Series.of(1, 1, 1);
        Report report = new Report(
                Environment.current(true),
                List.of(
                        row(Measurement.pairs(one, Series.of(2, 2, 2))),
                        row(Measurement.pairs(one, Series.of(8, 8, 8))),
                        row(Measurement.pairs(Series.of(1, 9, 1), Series.of(100, 100, 100))),
                        row(Measurement.alone(one)),
                        new Row(new Planted("Wrong", 1, 1), Optional.empty(), 0, "wrong")));
        assertThat(report.geometricMean().orElseThrow()).isEqualTo(4, within(CLOSE));
        assertThat(report.isRight()).isFalse();
    }

    @Test
    void geometricMean_nothingCompared_none() {
        Report report = new Report(Environment.current(true), List.of(row(Measurement.alone(Series.of(1)))));
        assertThat(report.geometricMean()).isEmpty();
        assertThat(report.isRight()).isTrue();
    }

    private static Row row(Measurement measurement) {
        return new Row(new Planted("Planted", Planted.RIGHT, Planted.RIGHT), Optional.of(measurement), 1, "");
    }
}
