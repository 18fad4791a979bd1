package org.sojourn.launch;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.join.Awaited;
import org.sojourn.host.join.Token;
import org.sojourn.host.run.PlaceOutput;
import org.sojourn.host.run.PlaceProcess;
import org.sojourn.host.run.RunLog;
import org.sojourn.host.run.Starter;
import org.sojourn.kernel.port.Bound;

/**
 * Places as tasks of Slurm: one {@code srun} for all that a run begins with, and one for each that comes later. Each task joins the run by
 * its door; which place it is, its rank says. The token is in {@code srun}'s environment, which Slurm hands to tasks.
 */
final class SlurmStarter implements Starter, AutoCloseable {
    private static final String SRUN = "srun";
    private static final Pattern NAMED = Pattern.compile("\\[(p\\d+)\\] (.*)");

    private final int first;
    private final String token;
    private final List<String> task;
    private final boolean outputToError;
    private final @Nullable RunLog kept;
    private final Map<Integer, Awaited> awaited = new ConcurrentHashMap<>();
    private final Set<Process> sruns = ConcurrentHashMap.newKeySet();
    private final Set<Thread> pumps = ConcurrentHashMap.newKeySet();

    /**
     * Nothing is begun yet.
     *
     * @param first with how many places the run begins
     * @param door where tasks come to
     * @param token what they show there
     * @param directory their working directory; null for this process's
     * @param outputToError whether what the program prints goes to standard error
     * @param kept keeps what they print; null if nobody does
     */
    SlurmStarter(
            int first,
            String door,
            Token token,
            @Nullable File directory,
            boolean outputToError,
            @Nullable RunLog kept) {
        this.first = first;
        this.token = token.text();
        this.outputToError = outputToError;
        this.kept = kept;
        this.task = new ArrayList<>();
        if (directory != null) {
            task.add("--chdir=" + directory.getAbsolutePath());
        }
        task.addAll(Commands.own());
        task.addAll(List.of("place", "--join", door));
    }

    @Override
    public boolean isFar(Plan plan) {
        return true;
    }

    @Override
    public PlaceProcess start(Plan plan, Map<String, String> line, Consumer<String> errors) throws IOException {
        int place = plan.member().place();
        Awaited process = new Awaited(plan, line, errors);
        boolean isFirst = place < first && !awaited.containsKey(place);
        awaited.put(place, process);
        if (!isFirst) {
            begin(place, 1);
        } else if (awaited.size() == first) {
            begin(0, first);
        }
        return process;
    }

    /** Somebody has come to the door; false if nobody of this number is awaited. */
    boolean comes(int place, Starter by) throws IOException {
        Awaited process = awaited.get(place);
        return process != null && process.comes(by);
    }

    private void begin(int from, int tasks) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                SRUN,
                "--ntasks=" + tasks,
                "--job-name=sojourn",
                "--kill-on-bad-exit=0",
                "--wait=0",
                "--unbuffered",
                "--input=none"));
        command.addAll(task);
        command.addAll(List.of("--slurm-task", Integer.toString(from)));
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(new File("/dev/null"));
        builder.environment().put(Token.VARIABLE, token);
        Process srun;
        try {
            srun = builder.start();
        } catch (IOException e) {
            throw new IOException("srun can't be started (" + e.getMessage()
                    + "); --launcher slurm is for a machine that submits jobs to Slurm");
        }
        sruns.add(srun);
        Thread errors = pump(srun.errorReader(Charset.defaultCharset()), true);
        pumps.add(errors);
        pumps.add(pump(srun.inputReader(Charset.defaultCharset()), outputToError));
        srun.onExit().thenAccept(ended -> over(ended, errors, from, tasks));
    }

    private void over(Process srun, Thread errors, int from, int tasks) {
        sruns.remove(srun);
        try {
            errors.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (int place = from; place < from + tasks; place++) {
            Awaited process = awaited.get(place);
            if (process != null) {
                process.wontCome("srun ended with status " + srun.exitValue()
                        + " before the place came; the output of srun tells why");
            }
        }
    }

    private Thread pump(BufferedReader lines, boolean toError) {
        Thread thread = new Thread(
                () -> {
                    try (lines) {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            keep(line);
                            (toError ? System.err : System.out).println(line);
                        }
                    } catch (IOException e) {
                        System.err.println("sojourn: the output of srun broke off: " + e.getMessage());
                    }
                },
                "sojourn-output");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** What has no place's name before it is of p0, or of srun itself. */
    private void keep(String line) {
        RunLog keeps = kept;
        if (keeps != null) {
            Matcher named = NAMED.matcher(line);
            boolean isNamed = named.matches();
            keeps.line(
                    isNamed ? named.group(1) : "p0",
                    (isNamed ? named.group(2) : line).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Takes back the jobs that still wait for their turn, or don't end by themselves. Places are over by now; their output is passed on. */
    @Override
    public void close() {
        boolean haveCome = awaited.values().stream().allMatch(Awaited::hasCome);
        for (Process each : sruns) {
            try {
                if (!haveCome || !each.waitFor(Bound.SHUTDOWN_HOOK_SECONDS.value(), TimeUnit.SECONDS)) {
                    each.destroy();
                }
            } catch (InterruptedException e) {
                each.destroy();
                Thread.currentThread().interrupt();
            }
        }
        long until = PlaceOutput.soon();
        pumps.forEach(each -> PlaceOutput.hearOut(each, until));
    }
}
