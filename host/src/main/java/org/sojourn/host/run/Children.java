package org.sojourn.host.run;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Places as children of this process. The init place has this process's standard streams; what the others write comes out here too, each
 * line with the name of its place.
 *
 * @param javaOptions options for each JVM
 * @param environment added to the environment of each process
 * @param directory the working directory of each process, or null for this one's
 * @param outputToError whether what the program prints goes to standard error
 * @param log keeps what they print; null if nobody does
 */
public record Children(
        List<String> javaOptions,
        Map<String, String> environment,
        @Nullable File directory,
        boolean outputToError,
        @Nullable RunLog log)
        implements Starter {
    private static final System.Logger LOG = System.getLogger(Children.class.getName());

    @Override
    public PlaceProcess start(Plan plan, Map<String, String> line, Consumer<String> errors) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.addAll(javaOptions);
        command.addAll(plan.javaOptions());
        command.add("-cp");
        command.add(plan.classPath());
        command.add(PlaceMain.class.getName());
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory);
        builder.environment().putAll(environment);
        builder.environment().putAll(line);
        boolean isInit = plan.member().place() == 0;
        builder.environment().remove(Control.LOGS); // of a run in which this process is a place
        if (isInit) {
            if (log != null) {
                builder.environment().put(Control.LOGS, log.folder().toString());
            }
            builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
            builder.redirectError(ProcessBuilder.Redirect.INHERIT);
            if (!outputToError) {
                builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
            }
        }
        Process process = builder.start();
        String prefix = isInit ? "" : "[" + plan.member() + "] ";
        List<Thread> pumps = new ArrayList<>();
        if (!isInit) {
            process.getOutputStream().close();
            Consumer<String> kept = PlaceOutput.keeping(log, plan.member());
            pumps.add(pump(process.errorReader(Charset.defaultCharset()), prefix, true, errors.andThen(kept)));
        }
        if (!isInit || outputToError) {
            Consumer<String> kept =
                    isInit ? each -> {} : PlaceOutput.keeping(log, plan.member()); // the init place keeps its own
            pumps.add(pump(process.inputReader(Charset.defaultCharset()), prefix, outputToError, kept));
        }
        return new Child(process, pumps);
    }

    private static Thread pump(BufferedReader lines, String prefix, boolean toError, Consumer<String> first) {
        Thread thread = new Thread(
                () -> {
                    try (lines) {
                        PlaceOutput.lines(lines, prefix, toError, first);
                    } catch (IOException e) {
                        LOG.log(DEBUG, "the output of a place broke off", e);
                    }
                },
                "sojourn-output");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private record Child(Process process, List<Thread> pumps) implements PlaceProcess {
        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public void kill() {
            process.destroyForcibly();
        }

        @Override
        public CompletableFuture<Integer> end() {
            return process.onExit().thenApply(Process::exitValue);
        }

        @Override
        public void hearOut(long until) {
            pumps.forEach(each -> PlaceOutput.hearOut(each, until));
        }
    }
}
