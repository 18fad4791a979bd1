package org.sojourn.messengers.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

/** A messenger's life by a script, from point to point, with all that can be seen of it. */
final class Life {
    /** After so many calls it is told to stop: most never get there, one in four does if it loops. */
    private static final int FUEL = 600;

    private static final int LITTLE_FUEL = 25;

    /** How often it stopped. */
    int points;

    /** Whether a fault has ended it. */
    boolean isFault;

    /** What was seen, in order. */
    final List<String> seen = new ArrayList<>();

    private final Script script;
    private final Form form;
    private final Random random;
    private final Recorder turn;

    private Life(Script script, long seed) {
        this.script = script;
        this.form = script.form();
        this.random = new Random(~seed);
        this.turn = new Recorder(seed, seed % 4 == 0 ? LITTLE_FUEL : FUEL);
    }

    /**
     * {@return a whole life}
     *
     * @param captured if given, the messenger is made anew at each point: only those variables keep their values that this says are live
     *     at its step
     */
    static Life of(Script script, long seed, int most, @Nullable IntFunction<BitSet> captured) {
        Life life = new Life(script, seed);
        life.live(most, captured, seed);
        return life;
    }

    private void live(int most, @Nullable IntFunction<BitSet> captured, long seed) {
        node();
        Frame frame = script.begin();
        scramble(frame.values, form.messenger().subList(0, form.parameters()), script.messenger()::at, random);
        Random garbage = new Random(seed + 1);
        while (points < most && !turn.isOver && !isFault) {
            turn.isNodeStored = false;
            turn.points = 0;
            try {
                script.run(frame, turn);
                points++;
            } catch (Fault e) {
                isFault = true;
                seen.add("fault at line " + e.line() + ": " + e.getMessage());
            } catch (IndexOutOfBoundsException e) { // of a script that was compiled wrongly
                isFault = true;
                seen.add("broken: " + e.getMessage());
            }
            seen.addAll(turn.calls);
            turn.calls.clear();
            if (!isFault) {
                see(frame);
                if (captured != null && !turn.isOver) {
                    frame = capture(frame, captured.apply(frame.step), garbage);
                }
                frame.results = turn.results;
                if (random.nextInt(3) == 0) {
                    scramble(turn.node, form.node(), i -> turn.at[i], random);
                }
            }
        }
    }

    /** A node that has the variables in another order, and others too. */
    private void node() {
        List<Variable> all =
                new ArrayList<>(List.of(new Variable("other", Type.INT, 0), new Variable("more", Type.INT, 3)));
        all.addAll(form.node().reversed());
        Layout layout = new Layout(all);
        turn.node = layout.storage();
        int count = form.node().size();
        turn.at = new int[count];
        boolean[] isNew = new boolean[count];
        for (int i = 0; i < count; i++) {
            turn.at[i] = layout.at(all.size() - 1 - i);
            isNew[i] = random.nextInt(4) > 0;
        }
        script.layOut(turn.node, turn.at, isNew);
        seen.add(values(turn.node, form.node(), i -> turn.at[i], null));
    }

    private void see(Frame frame) {
        if (turn.points != 1 || frame.results != null) {
            seen.add("points: " + turn.points + ", results: " + Arrays.toString(frame.results));
        }
        seen.add("step " + frame.step + ", stored " + turn.isNodeStored);
        seen.add(values(turn.node, form.node(), i -> turn.at[i], null));
        if (!turn.isOver) {
            BitSet live = script.live(frame.step);
            seen.add(values(frame.values, form.messenger(), script.messenger()::at, live));
        }
    }

    interface Places {
        int at(int variable);
    }

    private static String values(Storage storage, List<Variable> variables, Places places, @Nullable BitSet live) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < variables.size(); i++) {
            if (live == null || live.get(i)) {
                Variable each = variables.get(i);
                int at = places.at(i);
                Object value =
                        Layout.isNumber(each) ? Values.number(storage.numbers[at], each.type()) : storage.objects[at];
                all.append(each.name()).append('=').append(Arrays.deepToString(new Object[] {value}));
            }
        }
        return all.toString();
    }

    private Frame capture(Frame frame, BitSet live, Random garbage) {
        Frame copy = frame.copy();
        Frame made = new Frame(copy.step, script.messenger().storage());
        for (int i = 0; i < form.messenger().size(); i++) {
            Variable each = form.messenger().get(i);
            int at = script.messenger().at(i);
            if (!live.get(i)) {
                scramble(made.values, List.of(each), _ -> at, garbage);
            } else if (Layout.isNumber(each)) {
                made.values.numbers[at] = copy.values.numbers[at];
            } else {
                made.values.objects[at] = copy.values.objects[at];
            }
        }
        return made;
    }

    /** Other values in variables. */
    private static void scramble(Storage storage, List<Variable> variables, Places places, Random random) {
        for (int i = 0; i < variables.size(); i++) {
            Variable each = variables.get(i);
            int at = places.at(i);
            if (each.isArray()) {
                Object array = Objects.requireNonNull(storage.objects[at]);
                for (int j = 0; j < each.length(); j++) {
                    Values.setElement(array, j, scalar(each.type(), random));
                }
            } else if (each.type().isNumber()) {
                storage.numbers[at] = Values.bits(Values.convert(scalar(each.type(), random), each.type()));
            } else {
                storage.objects[at] = scalar(each.type(), random);
            }
        }
    }

    private static @Nullable Object scalar(Type type, Random random) {
        return type.isNumber()
                ? (Object) (double) random.nextInt(-3, 60)
                : random.nextInt(3) == 0 ? null : new Recorder.Address(random.nextInt(3));
    }
}
