package org.sojourn.examples.mandelbrot;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** The colours of the points of a plane, as they become known. */
final class Picture {
    /** The weights of red, green and blue between few steps and many; the set itself is black. */
    private static final double RED = 9;

    private static final double GREEN = 15;
    private static final double BLUE = 8.5;
    private static final int BRIGHTEST = 255;

    private final Plane plane;
    private final int[] colours;

    Picture(Plane plane) {
        this.plane = plane;
        this.colours = new int[plane.width() * plane.height()];
    }

    void paint(Row row) {
        for (int x = 0; x < plane.width(); x++) {
            colours[row.y() * plane.width() + x] = colour(row.steps()[x]);
        }
    }

    int colour(int steps) {
        if (steps >= plane.most()) {
            return 0;
        }
        double far = Math.log1p(steps) / Math.log1p(plane.most());
        double near = 1 - far;
        return part(RED * near * far * far * far) << 16
                | part(GREEN * near * near * far * far) << 8
                | part(BLUE * near * near * near * far);
    }

    private static int part(double share) {
        return (int) Math.min(BRIGHTEST, BRIGHTEST * share);
    }

    /** Writes it as PNG. */
    void write(Path file) throws IOException {
        BufferedImage image = new BufferedImage(plane.width(), plane.height(), BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, plane.width(), plane.height(), colours, 0, plane.width());
        try (OutputStream out = Files.newOutputStream(file)) {
            if (!ImageIO.write(image, "png", out)) {
                throw new IOException("this Java can't write PNG");
            }
        }
    }
}
