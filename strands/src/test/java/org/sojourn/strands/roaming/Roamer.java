package org.sojourn.strands.roaming;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.SojournException;
import org.sojourn.strands.HopRefusedException;
import org.sojourn.strands.Strand;

/** Does all that a strand can do, in an order that follows from its number, and reports each step. What it computes doesn't depend on where it is. */
final class Roamer extends Strand<Integer> {
    static final int STEPS = 12;
    static final int KINDS = 8;
    private static final Duration LONG = Duration.ofSeconds(20);

    private final int id;
    private final int letters;
    private final Handle<Judge.Told> judge;
    private final List<Handle<Echo.Ask>> echoes;

    /** What becomes of a place meanwhile. */
    private final Trouble trouble;

    private int got;

    Roamer(int id, int letters, Trouble trouble, Handle<Judge.Told> judge, List<Handle<Echo.Ask>> echoes) {
        this.id = id;
        this.letters = letters;
        this.trouble = trouble;
        this.judge = judge;
        this.echoes = echoes;
    }

    static long mixed(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        return mixed ^ mixed >>> 27;
    }

    /** What it has computed in the end, wherever it was. */
    static long expected(int id) {
        long state = id + 1;
        long digest = 0;
        for (int step = 0; step < STEPS; step++) {
            state = mixed(state + step);
            digest = mixed(digest + state);
        }
        return digest;
    }

    @Override
    protected void run() {
        List<Place> places = system().places();
        long state = id + 1;
        long digest = 0;
        for (int step = 0; step < STEPS; step++) {
            state = mixed(state + step);
            long part = act((int) Long.remainderUnsigned(state, KINDS), state, places);
            digest = mixed(digest + part);
            judge.send(new Judge.Step(id, step));
        }
        while (got < letters) {
            Integer letter = trouble == Trouble.LOSS ? receive(LONG) : receive();
            if (letter == null) {
                break; // it was on its way over a place that was lost
            }
            took(letter);
        }
        judge.send(new Judge.Done(id, digest));
    }

    private long act(int kind, long state, List<Place> places) {
        Place there = places.get((int) Long.remainderUnsigned(mixed(state), places.size()));
        return switch (kind) {
            case 0 -> {
                go(there);
                yield state;
            }
            case 1 -> asked(state);
            case 2 -> {
                Integer letter = receive(Duration.ofMillis(2));
                if (letter != null) {
                    took(letter);
                }
                yield state;
            }
            case 3 -> deep(6, state, there);
            case 4 -> {
                sleep(Duration.ofMillis(1));
                yield state;
            }
            case 5 -> sum(state, places);
            case 6 -> stuck(state, there);
            default -> {
                giveWay();
                yield state;
            }
        };
    }

    private void took(int letter) {
        if (letter < got || letter > got && trouble != Trouble.LOSS) {
            throw new IllegalStateException("letter " + letter + " in place of " + got);
        }
        got = letter + 1;
    }

    private void go(Place there) {
        try {
            hopTo(there);
            if (!here().equals(there)) {
                throw new IllegalStateException("it hopped to " + there + " and is at " + here());
            }
        } catch (HopRefusedException e) {
            if (trouble == Trouble.NONE) {
                throw e;
            }
            sleep(Duration.ofMillis(1)); // that place is lost, or has left
        }
    }

    /** Tries to hop with what can't travel. */
    private long stuck(long state, Place there) {
        Place from = here();
        Thread own = Thread.currentThread();
        try {
            hopTo(there);
            return here().equals(from) && own != null ? state : 0;
        } catch (HopRefusedException e) {
            return here().equals(from) || there.equals(from) ? state : 0;
        }
    }

    private long asked(long state) {
        try {
            return ask(
                    echoes.get((int) Long.remainderUnsigned(state >>> 8, echoes.size())),
                    asker -> new Echo.Ask(state, asker),
                    LONG);
        } catch (SojournException e) {
            return state; // its place is lost
        }
    }

    private long deep(int levels, long state, Place there) {
        long before = state + levels;
        boolean hasLeft = false;
        try {
            if (levels == 0) {
                go(there);
                return state;
            }
            long inner = deep(levels - 1, state, there);
            hasLeft = true;
            return inner;
        } finally {
            if (before != state + levels || levels > 0 && !hasLeft) {
                judge.send(new Judge.Wrong(id, "a variable was lost at level " + levels));
            }
        }
    }

    /** Loops with an iterator and polls, and hops within. */
    private long sum(long state, List<Place> places) {
        List<long[]> numbers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            numbers.add(new long[] {i});
        }
        long[] shared = numbers.get(4);
        long sum = 0;
        for (long[] each : numbers) {
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 2; j++) {
                    sum += each[0];
                }
            }
            if (each[0] == 2) {
                go(places.get((int) Long.remainderUnsigned(state >>> 5, places.size())));
                shared[0] = 10; // one object before the hop, and after it
            }
        }
        return sum == (0 + 1 + 2 + 3 + 10) * 6 ? state : 0;
    }
}
