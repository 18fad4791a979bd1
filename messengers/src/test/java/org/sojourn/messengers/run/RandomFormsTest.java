package org.sojourn.messengers.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/** That nothing of the form is left out by the forms at random. */
final class RandomFormsTest {
    private static final int FORMS = 1_500;

    private final Set<String> seen = new TreeSet<>();

    @Test
    void formsAtRandom_haveAllKindsOfStepsAndExpressions() {
        for (long seed = 1; seed <= FORMS; seed++) {
            Form form = RandomForms.of(seed);
            look(form.steps());
            form.routines().forEach(each -> look(each.steps()));
        }
        assertThat(seen).containsAll(kinds(Expr.class)).containsAll(kinds(Step.class));
        assertThat(seen)
                .containsAll(Arrays.stream(Builtin.values()).map(Enum::name).toList());
        assertThat(seen)
                .containsAll(Arrays.stream(Expr.Known.values()).map(Enum::name).toList());
        for (Op op : Op.values()) {
            for (Type type : List.of(Type.INT, Type.LONG, Type.FLOAT, Type.DOUBLE)) {
                if (type.isWhole() || !op.isOfBits()) {
                    assertThat(seen).contains(op + " " + type);
                }
            }
        }
    }

    private static List<String> kinds(Class<?> sealed) {
        return Stream.of(sealed.getPermittedSubclasses())
                .flatMap(each -> each.isSealed() ? kinds(each).stream() : Stream.of(each.getSimpleName()))
                .toList();
    }

    private void look(List<Step> steps) {
        for (Step step : steps) {
            seen.add(step.getClass().getSimpleName());
            step.parts().forEach(this::look);
        }
    }

    private void look(Expr expr) {
        seen.add(expr.getClass().getSimpleName());
        switch (expr) {
            case Expr.Library its -> seen.add(its.what().name());
            case Expr.Network its -> seen.add(its.what().name());
            case Expr.Binary its -> seen.add(its.op() + " " + its.in());
            default -> {}
        }
        expr.parts().forEach(this::look);
    }
}
