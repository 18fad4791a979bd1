package org.sojourn.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.join.Joiner;
import org.sojourn.host.join.ProgramCache;
import org.sojourn.host.join.Token;
import org.sojourn.host.place.PlaceSettings;
import picocli.CommandLine.Option;

/** The options of a place that joins a run by its address, and what comes of it. */
final class JoinElsewhere {
    /** A file that is longer is no token. */
    private static final int MOST_BYTES = 4_096;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "with an address: the run's token, as the run and status name it (default: the environment's "
                    + Token.VARIABLE + ")")
    private @Nullable Path tokenFile;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "with an address: where the place listens, an address of this machine that the other places"
                    + " reach (default: the one from which it comes to the run)")
    private @Nullable String host;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "with an address: the place's maximum heap, as 512m or 2g (default: as the run's places)")
    private @Nullable String heap;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "with an address: the place's worker threads, 1 to 32 (default: as the run's places)")
    private @Nullable Integer workers;

    @Option(
            names = "--jvm-opt",
            paramLabel = "OPTION",
            description = "with an address: an option for the place's JVM, behind the run's; may be repeated")
    private List<String> jvmOptions = List.of();

    @Option(
            names = "--slurm-task",
            hidden = true,
            description = "for run --launcher slurm: the number of the place whose task has rank 0")
    private @Nullable Integer firstTask;

    boolean isGiven() {
        return tokenFile != null || host != null || heap != null || workers != null || !jvmOptions.isEmpty();
    }

    /** Joins; the place's exit status. */
    int join(HostPort run, int asked) {
        check();
        Token token = token();
        Integer first = firstTask;
        boolean isTask = first != null;
        int place = first != null ? first + rank() : asked;
        try {
            int status = new Joiner(
                            run.host(),
                            run.port(),
                            token,
                            ProgramCache.ofUser(Programs.installed()),
                            isTask,
                            sentence -> System.err.println("sojourn: " + sentence))
                    .join(place, host, workers == null ? 0 : workers, javaOptions());
            return isTask ? 0 : status; // Slurm would tell of each, and the run has
        } catch (IOException e) {
            System.err.println("sojourn: " + e.getMessage());
            return 1;
        }
    }

    private void check() {
        if (heap != null && !heap.matches(PlacesCommand.SIZE)) {
            throw new Usage("--heap is " + heap + "; write it like 512m or 2g");
        }
        if (workers != null && (workers < 1 || workers > PlaceSettings.MAX_WORKERS)) {
            throw new Usage("--workers is " + workers + "; a place has 1 to " + PlaceSettings.MAX_WORKERS);
        }
    }

    private List<String> javaOptions() {
        // Made of the jars that are installed; a JVM whose class path begins with other jars passes over it.
        List<String> options = new ArrayList<>(StartupCache.places());
        if (heap != null) {
            options.add("-Xmx" + heap);
        }
        options.addAll(jvmOptions);
        return options;
    }

    private static int rank() {
        String rank = String.valueOf(System.getenv("SLURM_PROCID"));
        if (!rank.matches("\\d{1,5}")) {
            throw new Usage("SLURM_PROCID is " + rank + "; --slurm-task is for tasks that srun begins");
        }
        return Integer.parseInt(rank);
    }

    private Token token() {
        String named = System.getenv(Token.VARIABLE);
        String from = tokenFile != null ? "--token-file " + tokenFile : Token.VARIABLE;
        try {
            if (tokenFile == null && (named == null || named.isBlank())) {
                throw new Usage(
                        "a place that joins shows the run's token: name its file by --token-file, or put the token"
                                + " into "
                                + Token.VARIABLE + "; ./sojourn status on the run's machine says where it is");
            }
            if (tokenFile != null && Files.size(tokenFile) > MOST_BYTES) {
                throw new Usage(from + " isn't a token: it has " + Files.size(tokenFile) + " bytes");
            }
            return Token.of(tokenFile != null ? Files.readString(tokenFile) : named);
        } catch (IOException e) {
            throw new Usage(
                    from + " can't be read: " + (Files.exists(tokenFile) ? e.getMessage() : "there is no such file"));
        } catch (IllegalArgumentException e) {
            throw new Usage(from + " isn't a token: " + e.getMessage());
        }
    }
}
