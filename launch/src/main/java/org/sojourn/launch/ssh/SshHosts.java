package org.sojourn.launch.ssh;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.LauncherAddress;
import org.sojourn.host.run.PlaceMain;
import org.sojourn.host.run.PlaceOutput;
import org.sojourn.host.run.PlaceProcess;
import org.sojourn.host.run.RunLog;
import org.sojourn.host.run.Starter;
import org.sojourn.kernel.port.Cause;

/**
 * The other machines of a run. They are connected all at once, each is asked what it is, and what a program needs is brought there,
 * before any place is started. When this process ends, however that is, places there lose their lines and end.
 */
public final class SshHosts implements AutoCloseable {
    /**
     * A machine as places find it.
     *
     * @param address where it was reached, as it sees it; empty if it doesn't say
     * @param addressHere the address of this machine on the way there
     * @param cores how many it has; 0 if it doesn't say
     * @param feature the version of its Java, as 25
     * @param classPath the program's there
     * @param cache where staged files are
     */
    public record Site(String address, String addressHere, int cores, int feature, String classPath, String cache) {}

    /**
     * How processes are begun.
     *
     * @param environment added to the environment of each
     * @param directory their working directory there, or null for their user's home
     * @param outputToError whether what the program prints goes to standard error
     * @param log keeps what they print; null if nobody does
     */
    public record Manner(
            Map<String, String> environment,
            @Nullable String directory,
            boolean outputToError,
            @Nullable RunLog log) {}

    private static final Executor THREADS =
            task -> Thread.ofVirtual().name("sojourn-ssh").start(task);

    private final Login login;
    private final Map<Machine, RemoteHost> hosts = new LinkedHashMap<>();

    /**
     * No machine is connected yet.
     *
     * @param settings what the user has set up
     * @param machines the machines
     * @param cargo what is to be there
     * @param leastJava the least version of Java that will do
     * @param progress told what takes time
     * @throws IOException if the settings can't be read; a sentence
     */
    public SshHosts(SshSettings settings, List<Machine> machines, Cargo cargo, int leastJava, PrintStream progress)
            throws IOException {
        login = new Login(settings);
        machines.forEach(each ->
                hosts.computeIfAbsent(each, machine -> new RemoteHost(machine, login, cargo, leastJava, progress)));
    }

    /**
     * Connects all, and brings what is missing.
     *
     * @throws IOException if one can't have places; a sentence for each of those
     */
    public void open() throws IOException {
        List<CompletableFuture<Void>> all = hosts.values().stream()
                .map(each -> CompletableFuture.runAsync(() -> opened(each), THREADS))
                .toList();
        List<String> failures = new ArrayList<>();
        for (CompletableFuture<Void> each : all) {
            try {
                each.join();
            } catch (CompletionException e) {
                failures.add(Cause.sentence(e));
            }
        }
        if (!failures.isEmpty()) {
            throw new IOException(
                    String.join("\nsojourn: ", failures.stream().distinct().toList()));
        }
    }

    private static void opened(RemoteHost host) {
        try {
            host.open();
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    /**
     * Tells what a machine is, connecting it if it isn't.
     *
     * @throws IOException if it can't be reached; a sentence
     */
    public Site site(Machine machine, Cargo cargo) throws IOException {
        RemoteHost host = host(machine);
        Probe probe = host.open();
        return new Site(
                probe.address(),
                host.addressHere(),
                probe.cores(),
                probe.feature(),
                cargo.classPathAt(probe.cache()),
                probe.cache());
    }

    private RemoteHost host(Machine machine) {
        RemoteHost host = hosts.get(machine);
        if (host == null) {
            throw new IllegalArgumentException(machine + " isn't a machine of this run");
        }
        return host;
    }

    /**
     * Begins a place at a machine. Returns at once.
     *
     * @param machine where
     * @param manner how
     * @param plan the place, with all options for its JVM
     * @param line what its environment must have for it to find its launcher
     * @param errors gets each line of its standard error
     * @throws IOException if it can't be begun, a sentence
     */
    public PlaceProcess start(
            Machine machine, Manner manner, Starter.Plan plan, Map<String, String> line, Consumer<String> errors)
            throws IOException {
        RemoteHost host = host(machine);
        boolean isInit = plan.member().place() == 0;
        RemotePlace place = new RemotePlace(
                host,
                new RemotePlace.Streams(
                        isInit,
                        isInit ? "" : "[" + plan.member() + "] ",
                        manner.outputToError,
                        errors,
                        PlaceOutput.keeping(manner.log, plan.member())));
        int port = Integer.parseInt(String.valueOf(line.get(LauncherAddress.PORT)));
        RemotePlace.Script script = (there, mark) -> script(host, manner, plan, line, there, mark);
        Thread.ofVirtual().name("sojourn-start-" + plan.member()).start(() -> place.begin(script, port));
        return place;
    }

    private static String script(
            RemoteHost host, Manner manner, Starter.Plan plan, Map<String, String> line, int port, String mark) {
        StringBuilder script = new StringBuilder();
        if (manner.directory != null) {
            script.append("cd ").append(Shell.quotedPath(manner.directory)).append(" || exit 2; ");
        }
        Map<String, String> environment = new LinkedHashMap<>(manner.environment);
        environment.putAll(line);
        environment.put(LauncherAddress.PORT, Integer.toString(port));
        environment.forEach((name, value) -> script.append("export ")
                .append(name)
                .append('=')
                .append(Shell.quoted(value))
                .append("; "));
        script.append("echo ").append(mark).append(" $$; echo ").append(mark).append(" >&2; exec ");
        List<String> words = new ArrayList<>(List.of(host.java()));
        words.addAll(plan.javaOptions());
        words.addAll(List.of("-cp", plan.classPath(), PlaceMain.class.getName()));
        words.forEach(each -> script.append(Shell.quoted(each)).append(' '));
        return plan.member().place() == 0 ? script.toString() : script + "</dev/null";
    }

    /** Closes all connections. */
    @Override
    public void close() {
        hosts.values().forEach(RemoteHost::close);
        login.close();
    }
}
