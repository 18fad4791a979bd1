package org.sojourn.examples.messengers.mesh;

import java.awt.Color;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.sojourn.examples.messengers.Picture;
import org.sojourn.examples.messengers.Scripts;
import org.sojourn.examples.messengers.View;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.messengers.Blocking;
import org.sojourn.messengers.Network;

/** The program {@code mesh [N] [--counted 0|1] [--frames DIRECTORY] [--live MILLIS]}. */
public final class Mesh {
    private static final int UNREACHED = 0x202020;

    /** After so many steps the colours begin again, at blue. */
    private static final int PERIOD = 120;

    private static final int NEAR = 80;

    private Mesh() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        MeshOptions.parse(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [N] [--counted 0|1] [--frames DIRECTORY] [--live MILLIS]}
     */
    public static void main(String[] args) {
        MeshOptions options = Arguments.orExit(() -> MeshOptions.parse(args));
        try (var sojourn = Sojourn.start()) {
            Scripts.orStop(sojourn, start(sojourn.guest(Network.class), options));
        }
    }

    /** Builds the mesh, has the wave spread, and collects what it leaves. */
    static CompletionStage<Void> start(Network network, MeshOptions options) {
        network.define("mesh_row", Scripts.load(Mesh.class, "mesh_row"));
        return script(network, "mesh_build")
                .with("side", options.side())
                .start()
                .thenCompose(_ -> spread(network, options));
    }

    private static CompletionStage<Void> spread(Network network, MeshOptions options) {
        CompletionStage<Void> painted = !options.view().isShown()
                ? CompletableFuture.completedFuture(null)
                : options.view()
                        .give(script(network, "mesh_painter"))
                        .with("side", options.side())
                        .start();
        CompletionStage<Void> over = script(network, options.isCounted() ? "mesh_counted" : "mesh_wave")
                .start();
        if (options.view().isShown()) {
            over = over.thenCompose(_ -> script(network, "mesh_over").start());
        }
        return over.thenCombine(painted, (_, _) -> script(network, "mesh_collect"))
                .thenCompose(script -> script.with("side", options.side()).start());
    }

    private static Network.Injection script(Network network, String name) {
        return network.inject(Scripts.load(Mesh.class, name));
    }

    /**
     * Compares what messengers have found with what a sequential program finds. For {@code func}.
     *
     * @param side of the mesh
     * @param lengths the shortest ways that were found, row by row
     */
    public static void check(int side, int[] lengths) {
        int[] expected = ShortestWays.lengths(side);
        for (int i = 0; i < expected.length; i++) {
            if (lengths[i] != expected[i]) {
                throw new IllegalStateException("the shortest way to row " + i / side + ", column " + i % side + " is "
                        + expected[i] + " long, and the messengers found " + lengths[i]);
            }
        }
    }

    /**
     * Shows what the wave has reached, as contour lines. For {@code func}.
     *
     * @param side of the mesh
     * @param lengths the shortest ways that were found, row by row
     * @param directory where the picture is written to; empty if it isn't
     * @param pause how long it stays in the terminal; 0 if it isn't drawn there
     * @param frame which picture it is
     */
    @Blocking
    public static void draw(int side, int[] lengths, String directory, int pause, int frame) {
        int[] colours = new int[side * side];
        Arrays.setAll(colours, i -> lengths[i] == Integer.MAX_VALUE ? UNREACHED : colour(lengths[i]));
        View.show(directory, pause, "mesh", frame, new Picture(side, colours));
    }

    /** From blue to red and on, so that a step of one can be seen as well as the whole. */
    private static int colour(int length) {
        return Color.HSBtoRGB((NEAR - length % PERIOD) / (float) PERIOD, 0.8f, 1 - length % 2 * 0.15f);
    }
}
