package org.sojourn.net.membership;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;
import org.sojourn.kernel.port.Membership.View;

/** A place in a process of its own, that can be killed, stopped and continued. Ends when its input closes. */
final class PlaceProcess implements AutoCloseable {
    static final String SECRET = "a secret for tests only";

    private static final String PORT = "listens at port ";
    private static final String PORT_ENDS = " for the others";

    private final Process process;
    final StringBuffer output = new StringBuffer();

    PlaceProcess(Member self, int initPort, Duration silenceBound) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PlaceProcess.class.getName(),
                        Integer.toString(self.place()),
                        Long.toString(self.incarnation()),
                        Integer.toString(initPort),
                        Long.toString(silenceBound.toMillis()))
                .redirectErrorStream(true)
                .start();
        Thread reader = new Thread(this::read, "output of " + self);
        reader.setDaemon(true);
        reader.start();
    }

    /** Runs one place: place, incarnation, port of the init place, or 0 for a free one of its own, silence bound in ms. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        long began = System.nanoTime();
        Member self = new Member(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]));
        int port = Integer.parseInt(arguments[2]);
        Duration silence = Duration.ofMillis(Long.parseLong(arguments[3]));
        TestPlace place = new TestPlace(self, self.place() == 0 ? port : 0, port, SECRET, silence);
        System.out.println(PORT + place.port() + PORT_ENDS);
        CountDownLatch end = new CountDownLatch(1);
        place.membership.start(new Membership.Listener() {
            @Override
            public void view(View view) {
                System.out.println("view " + view.members() + " after "
                        + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) + " ms");
            }

            @Override
            public void expelled(String cause) {
                System.out.println("expelled: " + cause);
                end.countDown();
            }
        });
        Thread watch = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    continue;
                }
            } catch (IOException e) {
                System.out.println("input broke: " + e);
            }
            end.countDown();
        });
        watch.setDaemon(true);
        watch.start();
        end.await();
        place.close();
    }

    void kill() {
        process.destroyForcibly();
    }

    void pause() throws IOException, InterruptedException {
        signal("-STOP");
    }

    void resume() throws IOException, InterruptedException {
        signal("-CONT");
    }

    /** Returns where it listens, when it does. */
    int port() {
        await().atMost(Duration.ofSeconds(30)).until(() -> printed(PORT_ENDS));
        int at = output.indexOf(PORT) + PORT.length();
        return Integer.parseInt(output.substring(at, output.indexOf(PORT_ENDS, at)));
    }

    boolean printed(String text) {
        return output.indexOf(text) >= 0;
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
    }

    private void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    }

    private void read() {
        try (BufferedReader reader = process.inputReader()) {
            for (@Nullable String line = reader.readLine(); line != null; line = reader.readLine()) {
                output.append(line).append('\n');
            }
        } catch (IOException e) {
            output.append(e);
        }
    }
}
