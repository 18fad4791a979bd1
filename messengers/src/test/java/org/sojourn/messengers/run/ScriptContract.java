package org.sojourn.messengers.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;

/** What everything that runs forms is tested with. */
abstract class ScriptContract {
    static final int FUEL = 100_000;

    abstract Script script(Form form);

    /** A messenger at its node, and what it has said. */
    static final class Run {
        final Script script;
        final Recorder turn = new Recorder(1, FUEL);
        Frame frame;

        Run(Script script) {
            this.script = script;
            this.frame = script.begin();
            Layout node = new Layout(script.form().node());
            turn.node = node.storage();
            turn.at = new int[script.form().node().size()];
            boolean[] isNew = new boolean[turn.at.length];
            Arrays.setAll(turn.at, node::at);
            Arrays.fill(isNew, true);
            script.layOut(turn.node, turn.at, isNew);
        }

        /** {@return all calls, up to the next point} */
        List<String> next() {
            turn.calls.clear();
            frame.results = turn.results;
            script.run(frame, turn);
            return List.copyOf(turn.calls);
        }

        List<String> next(@Nullable Object... results) {
            turn.results = results;
            return next();
        }
    }

    Run begin(Form form) {
        return new Run(script(form));
    }

    /** {@return all that a form says until it stops for the first time} */
    List<String> said(Form form) {
        return begin(form).next();
    }

    /** {@return what an expression is, as a text} */
    String valueOf(Build build, Expr expr) {
        List<String> said = new ArrayList<>(said(build.of(Build.report(10, expr))));
        assertThat(said.removeLast()).isEqualTo("[exit]");
        String report = said.getLast();
        assertThat(report).startsWith("[report, it, ");
        return report.substring("[report, it, ".length(), report.length() - 1);
    }

    String valueOf(Expr expr) {
        return valueOf(new Build(), expr);
    }

    void assertFault(Form form, int line, String sentence) {
        assertFault(begin(form), line, sentence, Run::next);
    }

    static void assertFault(Run run, int line, String sentence, Consumer<Run> what) {
        assertThatThrownBy(() -> what.accept(run))
                .isInstanceOfSatisfying(Fault.class, e -> assertThat(e.line()).isEqualTo(line))
                .hasMessage(sentence);
    }
}
