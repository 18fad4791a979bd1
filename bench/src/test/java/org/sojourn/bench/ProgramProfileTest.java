package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.bench.Attribution.Owner;

class ProgramProfileTest {
    private static final Planted PROGRAM = new Planted("Good", Planted.RIGHT, Planted.RIGHT);
    private static final SideProfile PEER = side(Contestant.PEKKO, 24, 1.5, 1_000);

    @Test
    void tally_samples_becomeMillisecondsOfAnIteration() {
        SideTally tally = new SideTally();
        tally.addIteration(3, 4_000_000);
        tally.addIteration(5, 6_000_000);
        tally.addSample(new Attribution(Owner.WORK, "a.A.process"), 2_000_000);
        tally.addSample(new Attribution(Owner.RUNTIME, "k.Cell.send"), 4_000_000);
        tally.addSample(new Attribution(Owner.RUNTIME, "k.Cell.turn"), 1_000_000);
        tally.addSample(new Attribution(Owner.OTHER, ""), 1_000_000);
        tally.addLost(2);
        tally.addCollection(500_000);
        SideProfile profile = tally.profile(new Profiler.Side(Contestant.SOJOURN, 2, () -> {}));
        assertThat(profile)
                .isEqualTo(new SideProfile(
                        Contestant.SOJOURN,
                        2,
                        2,
                        4,
                        5,
                        1,
                        2.5,
                        0.5,
                        4,
                        2,
                        1,
                        0.25,
                        List.of(
                                new SideProfile.Method("k.Cell.send", 0.5),
                                new SideProfile.Method("k.Cell.turn", 0.125))));
        assertThat(profile.share(Owner.RUNTIME)).isEqualTo(0.625);
        assertThat(profile.unseen()).isEqualTo(1);
        assertThat(profile.methods().getFirst().shortName()).isEqualTo("Cell.send");
    }

    @Test
    void tally_noSample_hasNoShares() {
        SideTally tally = new SideTally();
        tally.addIteration(3, 0);
        SideProfile profile = tally.profile(new Profiler.Side(Contestant.SOJOURN, 2, () -> {}));
        assertThat(profile.share(Owner.WORK)).isZero();
        assertThat(profile.methods()).isEmpty();
    }

    @Test
    void bound_work_isSpreadOverAllProcessors() {
        ProgramProfile program = profile(side(Contestant.SOJOURN, 48, 4, 10_000), PEER);
        assertThat(program.ratio()).hasValue(0.5);
        assertThat(program.bound(1))
                .hasValueSatisfying(bound -> assertThat(bound).isEqualTo(6, within(1e-9)));
        assertThat(program.bound(2))
                .hasValueSatisfying(bound -> assertThat(bound).isEqualTo(12, within(1e-9)));
    }

    @Test
    void bound_fewSamplesOfTheWorkOrNoPeer_isNotGiven() {
        // A twelfth of them is work.
        assertThat(profile(side(Contestant.SOJOURN, 48, 4, 1_190), PEER).bound(2))
                .isEmpty();
        assertThat(profile(side(Contestant.SOJOURN, 48, 4, 1_210), PEER).bound(2))
                .isPresent();
        assertThat(profile(side(Contestant.SOJOURN, 48, 4, 10_000)).bound(2)).isEmpty();
        assertThat(profile(side(Contestant.SOJOURN, 48, 4, 10_000)).ratio()).isEmpty();
    }

    @Test
    void line_amongOthers_isReadAsItWas() {
        ProgramProfile program = profile(side(Contestant.SOJOURN, 48, 4, 1_000), PEER);
        assertThat(ProgramProfile.parse(PROGRAM, List.of("a warning", program.line())))
                .isEqualTo(program);
        ProgramProfile wrong = ProgramProfile.failed(PROGRAM, "expected \"42\", got 41");
        assertThat(ProgramProfile.parse(PROGRAM, List.of(wrong.line()))).isEqualTo(wrong);
        assertThatThrownBy(() -> ProgramProfile.parse(PROGRAM, List.of("a warning")))
                .hasMessageContaining("no line starts with");
    }

    private static ProgramProfile profile(SideProfile... sides) {
        return new ProgramProfile(PROGRAM, List.of(sides), "");
    }

    /** A side of which a twelfth is work. */
    private static SideProfile side(Contestant contestant, double millis, double work, long samples) {
        List<SideProfile.Method> methods = List.of(new SideProfile.Method("k.Cell.send", 0.5));
        return new SideProfile(contestant, 2, 100, millis, 50, work, 11 * work, 0, samples, 0, 0, 0, methods);
    }
}
