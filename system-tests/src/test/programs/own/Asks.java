package own;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Prints what the manifest of its jar has got it, and what is last is a thread in a group above its own. */
public final class Asks {
    private static final String OTHER = "/neighbour.txt";

    private Asks() {}

    /**
     * Prints, and begins a thread that goes on for a while.
     *
     * @param args what is printed first
     * @throws Exception if there is no field in which a string keeps its characters
     */
    public static void main(String[] args) throws Exception {
        System.out.println(List.of(args));
        System.out.println("opened " + String.class.getDeclaredField("value").trySetAccessible());
        System.out.println(neighbour());
        System.out.println("threads " + Thread.activeCount());
        ThreadGroup top = Thread.currentThread().getThreadGroup();
        while (top.getParent() != null) {
            top = top.getParent();
        }
        new Thread(top, Asks::last).start();
    }

    private static String neighbour() {
        try (InputStream in = Asks.class.getResourceAsStream(OTHER)) {
            return in == null ? "there is no " + OTHER : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void last() {
        try {
            TimeUnit.SECONDS.sleep(1); // the run goes on meanwhile
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.println("the last one");
    }
}
