package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Pattern;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;
import org.sojourn.testkit.SimulatedCluster;

class RingTest {
    private static final Pattern NOT = new Pattern.Omitted();

    private static Slot slot(Scope scope, int variable) {
        return new Slot(scope, variable, List.of());
    }

    private static Expr get(int variable) {
        return new Expr.Get(slot(Scope.MESSENGER, variable), Type.INT);
    }

    private static Expr whole(int value) {
        return new Expr.Whole(Type.INT, value);
    }

    private static Step more(Scope scope, int variable) {
        return new Step.Do(1, new Expr.Update(slot(scope, variable), Type.INT, Op.ADD, Type.INT, whole(1), false));
    }

    /** Makes a ring of nodes and goes round it. */
    static Form ring() {
        Slot home = slot(Scope.MESSENGER, 2);
        return new Form(
                "ring.mc",
                List.of(new Variable("visits", Type.INT, 0)),
                List.of(
                        new Variable("n", Type.INT, 0),
                        new Variable("i", Type.INT, 0),
                        new Variable("home", Type.NODE, 0)),
                1,
                List.of(),
                List.of(),
                List.of(
                        new Step.Do(1, new Expr.Set(home, Type.NODE, new Expr.Network(Expr.Known.ADDRESS))),
                        new Step.JumpIf(2, new Expr.Binary(Op.LESS, Type.INT, get(1), get(0)), false, 5),
                        new Step.Create(
                                3, new Pattern.Is(new Expr.Text("r")), NOT, NOT, NOT, Step.Direction.FORWARD, false),
                        more(Scope.MESSENGER, 1),
                        new Step.Jump(4, 1),
                        new Step.Create(
                                5,
                                new Pattern.Is(new Expr.Get(home, Type.NODE)),
                                NOT,
                                NOT,
                                NOT,
                                Step.Direction.FORWARD,
                                false),
                        new Step.Do(6, new Expr.Set(slot(Scope.MESSENGER, 1), Type.INT, whole(0))),
                        new Step.JumpIf(7, new Expr.Binary(Op.LESS_OR_EQUAL, Type.INT, get(1), get(0)), false, 12),
                        new Step.Hop(8, false, NOT, NOT, NOT, NOT, Step.Direction.FORWARD),
                        more(Scope.NODE, 0),
                        more(Scope.MESSENGER, 1),
                        new Step.Jump(9, 7),
                        new Step.Report(10, new Expr.Text("hops"), new Argument.Value(get(1))),
                        new Step.Exit(11)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void messenger_thatGoesRoundARing_comesHome(long seed) {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(3).seed(seed).start()) {
            var end =
                    cluster.guest(0, Network.class).inject(ring()).with("n", 10).start();
            Ending ending = cluster.run();
            assertThat(ending.word()).as(ending.sentences().toString()).isEqualTo(Ending.Word.QUIESCENT);
            assertThat(end.toCompletableFuture()).isCompleted();
            assertThat(cluster.results()).containsEntry("hops", "11");
        }
    }
}
