package org.sojourn.mapping.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our reading of the paper's Figure 6, by hand-made vectors; {@code g} is gather, {@code r} is request-reply. */
final class CompositionTest {
    private static final Finding<State> NIL = new Finding<>(State.NIL, "", null);

    private static Incoming incoming(String letter) {
        return letter.equals("g") ? Incoming.GATHER : Incoming.REQUEST_REPLY;
    }

    private static CVector of(Parallelism parallelism, Outgoing outgoing, Incoming incoming, Work work) {
        return CVector.of(Blocking.FALSE, State.NIL, parallelism, outgoing, incoming, work);
    }

    @ParameterizedTest
    @CsvSource({
        "LEAF,g,LEAF,g,LEAF",
        "LEAF,g,ROUTER,r,ROUTER",
        "LEAF,r,SCATTER,r,SCATTER",
        "LEAF,g,SCATTER,r,SCATTER",
        "SCATTER,g,LEAF,r,SCATTER",
        "SCATTER,g,SCATTER,r,SCATTER",
        "ROUTER,g,ROUTER,r,ROUTER",
        "ROUTER,g,SCATTER,r,ROUTER",
        "ROUTER,g,SCATTER,g,SCATTER",
        "ROUTER,r,SCATTER,g,SCATTER",
        "ROUTER,r,SCATTER,r,SCATTER",
        "SCATTER,r,ROUTER,g,ROUTER",
        "SCATTER,g,ROUTER,g,SCATTER",
        "SCATTER,g,ROUTER,r,SCATTER",
        "SCATTER,r,ROUTER,r,SCATTER"
    })
    void outgoing_ofTwo_isAsInFigure6(Outgoing one, String in1, Outgoing other, String in2, Outgoing both) {
        CVector composed = Composition.of(
                NIL,
                List.of(
                        of(Parallelism.ASYNC, one, incoming(in1), Work.IO),
                        of(Parallelism.ASYNC, other, incoming(in2), Work.IO)));
        assertThat(composed.outgoing().value()).isEqualTo(both);
    }

    @ParameterizedTest
    @CsvSource({"g,g,g", "g,r,g", "r,g,g", "r,r,r"})
    void incoming_ofTwo_gathersIfOneDoes(String one, String other, String both) {
        CVector composed = Composition.of(
                NIL,
                List.of(
                        of(Parallelism.ASYNC, Outgoing.LEAF, incoming(one), Work.IO),
                        of(Parallelism.ASYNC, Outgoing.LEAF, incoming(other), Work.IO)));
        assertThat(composed.incoming().value()).isEqualTo(incoming(both));
    }

    @ParameterizedTest
    @CsvSource({
        "FALSE,FALSE,FALSE",
        "FALSE,TRUE,TRUE",
        "TRUE,FALSE,TRUE",
        "TRUE,TRUE,TRUE",
        "UNKNOWN,TRUE,TRUE",
        "UNKNOWN,FALSE,UNKNOWN"
    })
    void blocking_ofTwo_isThatOfOne(Blocking one, Blocking other, Blocking both) {
        List<CVector> two = Stream.of(one, other)
                .map(each -> CVector.of(each, State.NIL, Parallelism.ASYNC, Outgoing.LEAF, Incoming.GATHER, Work.IO))
                .toList();
        assertThat(Composition.of(NIL, two).blocking().value()).isEqualTo(both);
    }

    @ParameterizedTest
    @CsvSource({
        "IO,g,IO,r,IO",
        "MATH,r,MATH,g,MATH",
        "IO,g,MATH,r,IO",
        "IO,g,MATH,g,MATH",
        "IO,r,MATH,g,MATH",
        "IO,r,MATH,r,MATH",
        "MATH,r,IO,g,IO",
        "MATH,g,IO,g,MATH",
        "MATH,g,IO,r,MATH",
        "MATH,r,IO,r,MATH"
    })
    void work_ofTwo_isAsInFigure6(Work one, String in1, Work other, String in2, Work both) {
        CVector composed = Composition.of(
                NIL,
                List.of(
                        of(Parallelism.ASYNC, Outgoing.LEAF, incoming(in1), one),
                        of(Parallelism.ASYNC, Outgoing.LEAF, incoming(in2), other)));
        assertThat(composed.work().value()).isEqualTo(both);
    }

    @ParameterizedTest
    @CsvSource({
        "SYNC,g,SYNC,g,SYNC", "SYNC,g,FUTURE,r,SYNC", "FUTURE,r,SYNC,g,SYNC", "FUTURE,g,FUTURE,r,FUTURE",
        "SYNC,r,ASYNC,g,ASYNC", "SYNC,g,ASYNC,r,SYNC", "FUTURE,g,ASYNC,g,ASYNC", "FUTURE,r,ASYNC,r,FUTURE",
        "ASYNC,g,SYNC,r,ASYNC", "ASYNC,r,SYNC,g,SYNC", "ASYNC,r,FUTURE,r,FUTURE", "ASYNC,r,ASYNC,g,ASYNC"
    })
    void parallelism_ofTwo_isAsInFigure6(Parallelism one, String in1, Parallelism other, String in2, Parallelism both) {
        CVector composed = Composition.of(
                NIL,
                List.of(
                        of(one, Outgoing.LEAF, incoming(in1), Work.IO),
                        of(other, Outgoing.LEAF, incoming(in2), Work.IO)));
        assertThat(composed.parallelism().value()).isEqualTo(both);
    }

    /** The paper's Master, SeriesWorker and RateComputer (2.6), state reads and writes counted as its Figure 5 says. */
    @Test
    void logisticMap_ofThePaper_hasThePapersVectors() {
        CVector series = Composition.of(
                new Finding<>(State.FIXED, "", null),
                List.of(
                        of(Parallelism.SYNC, Outgoing.ROUTER, Incoming.GATHER, Work.IO),
                        of(Parallelism.ASYNC, Outgoing.ROUTER, Incoming.GATHER, Work.IO),
                        of(Parallelism.ASYNC, Outgoing.LEAF, Incoming.REQUEST_REPLY, Work.IO)));
        // The text says sync; by Figure 6 (cv6) an async handler that gathers makes it async. Nothing depends on it.
        assertThat(series).hasToString("<false, fixed, async, router, gather, io>");
        CVector rate = Composition.of(
                new Finding<>(State.FIXED, "", null),
                List.of(
                        of(Parallelism.ASYNC, Outgoing.LEAF, Incoming.GATHER, Work.IO),
                        of(Parallelism.ASYNC, Outgoing.LEAF, Incoming.REQUEST_REPLY, Work.IO)));
        assertThat(rate).hasToString("<false, fixed, async, leaf, gather, io>");
    }

    @Test
    void composition_ofThree_isTheSameInEveryOrder() {
        for (CVector a : all()) {
            for (CVector b : all()) {
                for (CVector c : all()) {
                    assertThat(Composition.of(NIL, List.of(a, b, c)).toString())
                            .isEqualTo(Composition.of(NIL, List.of(c, a, b)).toString())
                            .isEqualTo(Composition.of(NIL, List.of(b, a, c)).toString());
                }
            }
        }
    }

    /** The planted fault: pair by pair, as the paper composes, the order decides in 8 of 216 triples. */
    @Test
    void composition_pairByPair_dependsOnTheOrder() {
        BinaryOperator<CVector> pair = (one, other) -> Composition.of(NIL, List.of(one, other));
        long differing = Stream.of(all().toArray(CVector[]::new))
                .flatMap(a -> all().stream().flatMap(b -> all().stream().map(c -> List.of(a, b, c))))
                .filter(three -> pair.apply(pair.apply(three.get(0), three.get(1)), three.get(2))
                                .outgoing()
                                .value()
                        != pair.apply(three.get(0), pair.apply(three.get(1), three.get(2)))
                                .outgoing()
                                .value())
                .count();
        assertThat(differing).isEqualTo(8);
    }

    private static List<CVector> all() {
        List<CVector> all = new ArrayList<>();
        for (Outgoing outgoing : List.of(Outgoing.LEAF, Outgoing.ROUTER, Outgoing.SCATTER)) {
            for (Incoming incoming : List.of(Incoming.GATHER, Incoming.REQUEST_REPLY)) {
                all.add(of(Parallelism.ASYNC, outgoing, incoming, Work.IO));
            }
        }
        return all;
    }

    @Test
    void unknownHandler_besideOneThatDecides_leavesNothingOpen() {
        CVector open = of(Parallelism.ASYNC, Outgoing.LEAF, Incoming.GATHER, Work.UNKNOWN);
        CVector busy = of(Parallelism.ASYNC, Outgoing.LEAF, Incoming.GATHER, Work.MATH);
        CVector idle = of(Parallelism.ASYNC, Outgoing.LEAF, Incoming.GATHER, Work.IO);
        assertThat(Composition.of(NIL, List.of(open, busy)).work().value()).isEqualTo(Work.MATH);
        assertThat(Composition.of(NIL, List.of(open, idle)).work().value()).isEqualTo(Work.UNKNOWN);
    }
}
