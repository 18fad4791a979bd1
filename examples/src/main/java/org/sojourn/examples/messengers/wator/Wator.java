package org.sojourn.examples.messengers.wator;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.sojourn.examples.messengers.Draws;
import org.sojourn.examples.messengers.Picture;
import org.sojourn.examples.messengers.Scripts;
import org.sojourn.examples.messengers.View;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.messengers.Blocking;
import org.sojourn.messengers.Network;

/** The program {@code wator [SIDE] [CHRONONS]}, with what its scripts call by {@code func}. */
public final class Wator {
    /** The contents of a cell, as the scripts have them; creatures between two cells follow. */
    private static final int FISH = 1;

    private static final int SHARK = 2;

    /** The scripts' array of all cells. */
    private static final int CELLS = 128 * 128;

    private static final int WATER = 0x10304F;
    private static final int GREEN = 0x6FD08C;
    private static final int RED = 0xE4572E;

    private Wator() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        WatorOptions.parse(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [SIDE] [CHRONONS] [--fish N] [--sharks N] [--frames DIRECTORY] [--live MILLIS]}
     */
    public static void main(String[] args) {
        WatorOptions options = Arguments.orExit(() -> WatorOptions.parse(args));
        try (var sojourn = Sojourn.start()) {
            Scripts.orStop(sojourn, start(sojourn.guest(Network.class), options));
        }
    }

    static CompletionStage<Void> start(Network network, WatorOptions options) {
        for (String each : new String[] {"wator_creature", "wator_tick", "wator_count"}) {
            network.define(each, Scripts.load(Wator.class, each));
        }
        return options.view()
                .give(network.inject(Scripts.load(Wator.class, "wator")))
                .with("side", options.side())
                .with("chronons", options.chronons())
                .with("fish", options.fish())
                .with("sharks", options.sharks())
                .start();
    }

    // ---- for scripts ----------------------------------------------------------------------------------------------

    /**
     * Puts creatures into an ocean, at random.
     *
     * @param side of the ocean
     * @param fish how many
     * @param sharks how many
     * @return what is in the cells, row by row
     */
    public static short[] ocean(int side, int fish, int sharks) {
        short[] cells = new short[CELLS];
        Draws draws = new Draws(Draws.SEED);
        for (int left = fish + sharks; left > 0; ) {
            int cell = draws.below(side * side);
            if (cells[cell] == 0) {
                cells[cell] = (short) (left > sharks ? FISH : SHARK);
                left--;
            }
        }
        return cells;
    }

    /**
     * Counts the cells of a stripe whose creature is in another one, too, or in which there is none though there should be.
     *
     * @param what is in each cell
     * @param who it is
     * @return 0 if all is well
     */
    public static int twice(short[] what, @Nullable Object[] who) {
        Set<Object> different = new HashSet<>();
        int wrong = 0;
        for (int i = 0; i < what.length; i++) {
            Object its = who[i];
            if (what[i] == 0 ? its != null : its == null || !different.add(its)) {
                wrong++;
            }
        }
        return wrong;
    }

    /**
     * Checks that nobody has come from nowhere and nobody is lost.
     *
     * @param fish how many there were in the beginning
     * @param sharks how many there were in the beginning
     * @param counts from 1: fish, sharks, fish born, sharks born, fish eaten, sharks starved, cells that are wrong
     */
    public static void census(int fish, int sharks, int[] counts) {
        Census census = new Census(fish, sharks, counts);
        String wrong = census.wrong();
        if (!wrong.isEmpty()) {
            throw new IllegalStateException(wrong + ": " + census);
        }
    }

    /**
     * Shows the ocean.
     *
     * @param side of the ocean
     * @param world what is in the cells
     * @param directory where a picture is written to; empty if it isn't
     * @param pause how long it stays in the terminal; 0 if it isn't drawn there
     * @param chronon after which this is
     */
    @Blocking
    public static void draw(int side, short[] world, String directory, int pause, int chronon) {
        int[] colours = new int[side * side];
        Arrays.setAll(colours, i -> world[i] == 0 ? WATER : world[i] % 2 == FISH ? GREEN : RED);
        View.show(directory, pause, "wator", chronon, new Picture(side, colours));
    }
}
