package org.sojourn.messengers.run;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Form;

/** Messengers' lives by one form, run in all ways that there are. */
public final class Lives {
    /** Bytes of a chunk, so that most forms have several. */
    static final int SMALL = 400;

    private static final int POINTS = 40;

    /** How often the messenger of the reference stopped. */
    public final int points;

    /** Whether a fault ended it. */
    public final boolean isFault;

    /** How another one's life was different from it; null if none was. */
    public final @Nullable String difference;

    private Lives(Life reference, @Nullable String difference) {
        this.points = reference.points;
        this.isFault = reference.isFault;
        this.difference = difference;
    }

    /**
     * Runs a form by the interpreter, and compares that with itself and the compiled form, whole and in small chunks, with and without the
     * messenger being made anew at each point from what is live there.
     */
    public static Lives of(Form form, long seed) {
        return of(form, form, seed);
    }

    /** The same, but another form is compiled. */
    public static Lives of(Form form, Form compiledForm, long seed) {
        Script interpreted = new Interpreter(form);
        Script compiled = compiled(compiledForm, Written.JIT);
        Script chunked = compiled(compiledForm, SMALL);
        Life reference = Life.of(interpreted, seed, POINTS, null);
        String difference = compare("compiled", reference, Life.of(compiled, seed, POINTS, null));
        difference =
                difference != null ? difference : compare("in chunks", reference, Life.of(chunked, seed, POINTS, null));
        difference = difference != null
                ? difference
                : compare("captured", reference, Life.of(interpreted, seed, POINTS, interpreted::live));
        difference = difference != null
                ? difference
                : compare("captured in chunks", reference, Life.of(chunked, seed, POINTS, compiled::live));
        return new Lives(reference, difference);
    }

    private static Script compiled(Form form, int limit) {
        Script script = ScriptCompiler.compile(form, limit, Linker.NONE);
        if (!(script instanceof CompiledScript)) {
            throw new AssertionError(form.name() + " isn't compiled");
        }
        return script;
    }

    private static @Nullable String compare(String what, Life reference, Life other) {
        String difference = difference(reference, other);
        return difference == null ? null : what + " " + difference;
    }

    static @Nullable String difference(Life reference, Life other) {
        for (int i = 0; i < Math.max(reference.seen.size(), other.seen.size()); i++) {
            String one = i < reference.seen.size() ? reference.seen.get(i) : "nothing";
            String two = i < other.seen.size() ? other.seen.get(i) : "nothing";
            if (!one.equals(two)) {
                return "sees\n" + two + "\nrather than\n" + one;
            }
        }
        return null;
    }

    /** {@return what a form without points prints, with "fault" at the end if it is ended by one} */
    public static List<String> printed(Script script) {
        Recorder turn = new Recorder(1, Integer.MAX_VALUE) {
            @Override
            public boolean isGiven(int parameter) {
                return false;
            }
        };
        try {
            script.run(script.begin(), turn);
        } catch (Fault e) {
            turn.calls.add("fault");
        }
        return turn.calls;
    }
}
