package org.sojourn.host.join;

import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.Control;
import org.sojourn.host.run.LauncherAddress;
import org.sojourn.host.run.Signals;
import org.sojourn.host.run.Wire;
import org.sojourn.kernel.port.Bound;

/** Has a process join a run elsewhere: fetches the program, begins the process and stays with it until it has ended. */
public final class Joiner {
    private final LauncherAddress launcher;
    private final Token token;
    private final ProgramCache cache;
    private final boolean namesLines;
    private final Consumer<String> told;

    /**
     * Nothing is done yet.
     *
     * @param host where the run listens
     * @param port its port there
     * @param token that of the run
     * @param cache the program's files that this machine has
     * @param namesLines whether what the place prints has its name before each line, unless it is p0
     * @param told gets sentences of what goes on
     */
    public Joiner(String host, int port, Token token, ProgramCache cache, boolean namesLines, Consumer<String> told) {
        this.launcher = new LauncherAddress(host, port, token.pin());
        this.token = token;
        this.cache = cache;
        this.namesLines = namesLines;
        this.told = told;
    }

    /**
     * Joins, and returns when the process has ended.
     *
     * @param place as the place of which number; below 0 for any
     * @param host the address at which the place is to listen; null for the one from which it has come to the run
     * @param workers its worker threads; 0 for as many as the settings of the run say
     * @param javaOptions options for its JVM, behind those of the run
     * @return the process's exit status
     * @throws IOException if it can't join; a sentence
     */
    public int join(int place, @Nullable String host, int workers, List<String> javaOptions) throws IOException {
        cache.open();
        try (Wire wire = connect()) {
            wire.out().writeByte(JoinDoor.JOINER);
            wire.out().writeInt(JoinMessage.VERSION);
            wire.out().write(token.proof());
            wire.out().flush();
            expect(JoinMessage.Welcome.class, wire);
            wire.live(Bound.CONTROL_SILENCE_MILLIS.intValue());
            new JoinMessage.Asks(new Wish(place, host == null ? wire.ownHost() : host, workers)).to(wire);
            JoinMessage.Admitted admitted = expect(JoinMessage.Admitted.class, wire);
            List<String> classPath = fetch(admitted.program(), wire);
            return run(admitted, javaOptions, classPath, wire);
        }
    }

    private Wire connect() throws IOException {
        try {
            return launcher.connect(Bound.CONTROL_HANDSHAKE_MILLIS.intValue(), JoinMessage.MOST_BYTES);
        } catch (UnknownHostException e) {
            throw new IOException("there is no host " + launcher.host() + " as far as this machine knows", e);
        } catch (ConnectException | NoRouteToHostException e) {
            throw new IOException(
                    "nothing listens at " + launcher + " (" + e.getMessage()
                            + "); ./sojourn status on the run's machine says where it does",
                    e);
        } catch (SocketTimeoutException e) {
            throw new IOException(
                    "nothing was heard of " + launcher + " for " + Bound.CONTROL_HANDSHAKE_MILLIS.value() / 1_000
                            + " s",
                    e);
        } catch (IOException e) {
            throw new IOException("no run could be joined at " + launcher + ": " + e.getMessage(), e);
        }
    }

    private <M extends JoinMessage> M expect(Class<M> kind, Wire wire) throws IOException {
        JoinMessage said;
        try {
            said = JoinMessage.next(wire);
        } catch (SocketTimeoutException e) {
            throw new IOException("the run at " + launcher + " doesn't answer: " + e.getMessage(), e);
        }
        if (said instanceof JoinMessage.Refused refused) {
            throw new IOException("the run at " + launcher + " doesn't let this place in: " + refused.why());
        }
        if (said instanceof JoinMessage.Kill) {
            throw new IOException("the run at " + launcher
                    + " has given this place up; it is just ending, or the place of" + " this number was judged lost");
        }
        if (said == null) {
            throw new IOException(
                    "the run at " + launcher + " has closed the connection; it has ended, or is just ending");
        }
        if (!kind.isInstance(said)) {
            throw new ProtocolException(
                    "the run at " + launcher + " has said " + said.getClass().getSimpleName());
        }
        return kind.cast(said);
    }

    private List<String> fetch(List<ProgramFile> program, Wire wire) throws IOException {
        List<@Nullable Path> paths = new ArrayList<>();
        List<Integer> missing = new ArrayList<>();
        for (int i = 0; i < program.size(); i++) {
            Path found = cache.find(program.get(i));
            paths.add(found);
            if (found == null) {
                missing.add(i);
            }
        }
        if (!missing.isEmpty()) {
            long bytes = missing.stream().mapToLong(i -> program.get(i).size()).sum();
            told.accept("fetching " + missing.size() + " of the program's " + program.size() + " files, "
                    + (bytes + 1_023) / 1_024 + " KB; they are kept for next time");
        }
        for (int each : missing) {
            new JoinMessage.Wants(each).to(wire);
            Path taken = cache.take(
                    program.get(each),
                    () -> expect(JoinMessage.Piece.class, wire).bytes());
            paths.set(each, taken);
        }
        return paths.stream().map(String::valueOf).toList();
    }

    private int run(JoinMessage.Admitted admitted, List<String> javaOptions, List<String> classPath, Wire wire)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.addAll(admitted.javaOptions());
        command.addAll(javaOptions);
        command.add("-cp");
        command.add(classPath.stream().collect(Collectors.joining(File.pathSeparator)));
        command.add(admitted.mainClass());
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        boolean isNamed = namesLines && !admitted.place().equals("p0");
        boolean isKept = admitted.keepsOutput() && !namesLines; // of a task, Slurm brings it
        if (!isNamed && !isKept) {
            builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
        }
        builder.environment().putAll(admitted.environment());
        builder.environment().put(LauncherAddress.HOST, launcher.host());
        builder.environment().put(LauncherAddress.PORT, Integer.toString(launcher.port()));
        builder.environment().put(LauncherAddress.PIN, HexFormat.of().formatHex(token.pin()));
        builder.environment().remove(Token.VARIABLE); // whatever a program starts would have it
        builder.environment().remove(Control.LOGS);
        builder.environment().remove(Control.TERMINAL); // of the run's command, which is elsewhere
        Process process = builder.start();
        AtomicBoolean isAsked = new AtomicBoolean();
        for (String each : List.of("TERM", "INT", "HUP")) {
            Signals.handle(each, number -> leave(process, isAsked.getAndSet(true)));
        }
        String prefix = isNamed ? "[" + admitted.place() + "] " : "";
        CompletableFuture<Void> output = new JoinedOutput(process, prefix, isKept, wire).pump();
        Thread orders = new Thread(() -> obey(admitted.place(), process, wire), "sojourn-orders");
        orders.setDaemon(true);
        orders.start();
        return await(process, output, wire, orders);
    }

    /** Asked once, it leaves in order; asked again, it ends at once. */
    private static void leave(Process process, boolean isAskedAgain) {
        if (isAskedAgain) {
            process.destroyForcibly();
        } else {
            process.destroy();
        }
    }

    private static int await(Process process, CompletableFuture<Void> output, Wire wire, Thread orders)
            throws IOException {
        try {
            int status = process.waitFor();
            // Whatever the process has started may hold it open.
            output.completeOnTimeout(null, Bound.FINAL_REPORT_SECONDS.value(), TimeUnit.SECONDS)
                    .join();
            try {
                new JoinMessage.Ended(status).to(wire);
                wire.endOutput();
            } catch (IOException e) {
                // The run is over, or was told by the end of the line.
            }
            orders.join(Bound.CONTROL_HANDSHAKE_MILLIS.value()); // until the run has heard it; the network may be gone
            return status;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void obey(String place, Process process, Wire wire) {
        try {
            for (JoinMessage each = JoinMessage.next(wire); each != null; each = JoinMessage.next(wire)) {
                if (each instanceof JoinMessage.Joined) {
                    told.accept(place + " has joined the run at " + launcher);
                } else if (each instanceof JoinMessage.Kill) {
                    process.destroyForcibly();
                } else {
                    throw new ProtocolException(
                            "the run has said " + each.getClass().getSimpleName());
                }
            }
        } catch (IOException e) {
            if (process.isAlive()) {
                told.accept("the connection to the run at " + launcher + " broke: " + e.getMessage());
            }
        }
        endSoon(process);
    }

    /** Nothing more comes from the run. A place whose line has closed ends by itself; one that hasn't, or hangs, is ended. */
    private static void endSoon(Process process) {
        try {
            process.waitFor(2 * Bound.SHUTDOWN_HOOK_SECONDS.value(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
