package org.sojourn.examples.messengers;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;

/**
 * Coloured squares, to be looked at as a file or in a terminal.
 *
 * @param width how many squares a row has
 * @param colours of the squares, row by row: red, green and blue, eight bits each
 */
public record Picture(int width, int[] colours) {
    /** How wide a square is drawn. */
    private static final int SQUARE = 8;

    private static final int RGB = 0xFFFFFF;

    private int height() {
        return colours.length / width;
    }

    /**
     * Writes it to a directory, as {@code NAME-NUMBER.svg} and {@code NAME-NUMBER.png}.
     *
     * @param directory where to; it is made if there is none
     * @param name of the pictures
     * @param number which of them this is
     */
    public void write(Path directory, String name, int number) {
        String file = String.format(Locale.ROOT, "%s-%04d", name, number);
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve(file + ".svg"), svg());
            ImageIO.write(image(), "png", directory.resolve(file + ".png").toFile());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + " to " + directory + ": " + e.getMessage(), e);
        }
    }

    /** {@return it as SVG: neighbours of one colour are one rectangle} */
    public String svg() {
        StringBuilder svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                .append(width * SQUARE)
                .append("\" height=\"")
                .append(height() * SQUARE)
                .append("\" viewBox=\"0 0 ")
                .append(width)
                .append(' ')
                .append(height())
                .append("\" shape-rendering=\"crispEdges\">\n");
        for (int from = 0, to; from < colours.length; from = to) {
            to = from + 1;
            while (to % width != 0 && colours[to] == colours[from]) {
                to++;
            }
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"1\" fill=\"#%06x\"/>%n",
                    from % width,
                    from / width,
                    to - from,
                    colours[from] & RGB));
        }
        return svg.append("</svg>\n").toString();
    }

    private BufferedImage image() {
        BufferedImage image = new BufferedImage(width * SQUARE, height() * SQUARE, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                image.setRGB(x, y, colours[y / SQUARE * width + x / SQUARE]);
            }
        }
        return image;
    }

    /** {@return it for a terminal that knows colours: a character for two squares, one above the other} */
    public String terminal() {
        StringBuilder text = new StringBuilder();
        for (int y = 0; y < height(); y += 2) {
            for (int x = 0; x < width; x++) {
                colour(text, 38, colours[y * width + x]);
                if (y + 1 < height()) {
                    colour(text, 48, colours[(y + 1) * width + x]);
                }
                text.append('▀');
            }
            text.append("\u001b[0m\n");
        }
        return text.toString();
    }

    private static void colour(StringBuilder text, int what, int colour) {
        text.append("\u001b[")
                .append(what)
                .append(";2;")
                .append(colour >> 16 & 0xFF)
                .append(';')
                .append(colour >> 8 & 0xFF)
                .append(';')
                .append(colour & 0xFF)
                .append('m');
    }
}
