package org.sojourn.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import picocli.CommandLine.Model.CommandSpec;

/** A script for {@code sbatch}: a run as a job of Slurm, with this command on the job's first node and a place for each task. */
final class SbatchScript {
    private static final String OPTION = "--sbatch-script";

    private SbatchScript() {}

    /**
     * Writes what was typed as a script.
     *
     * @param file where to
     * @param typed the command
     * @param places how many places there are
     * @param program what is run, which has been found
     * @return the exit status
     */
    static int write(Path file, @Nullable CommandSpec typed, int places, Programs.Found program) {
        List<String> command = Commands.own();
        if (typed != null) {
            command.addAll(without(typed.root().commandLine().getParseResult().originalArgs()));
        }
        String classPath = System.getenv("CLASSPATH");
        String script = """
            #!/bin/bash
            #SBATCH --job-name=sojourn
            #SBATCH --ntasks=%d
            #SBATCH --chdir=%s
            # Say here what your cluster wants to know, such as:
            ##SBATCH --time=1:00:00 --partition=short --cpus-per-task=4
            # %s
            %sexec %s
            """.formatted(
                        places,
                        Path.of("").toAbsolutePath(),
                        program.mainClass(),
                        classPath == null ? "" : "export CLASSPATH=" + Commands.quoted(List.of(classPath)) + "\n",
                        Commands.quoted(command));
        try {
            Files.writeString(file, script);
        } catch (IOException e) {
            throw new Usage(OPTION + " " + file + " can't be written: " + e.getMessage());
        }
        System.err.println("sojourn: written; submit it by sbatch " + file);
        return 0;
    }

    private static List<String> without(List<String> words) {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals(OPTION)) {
                i++; // and its file
            } else if (!words.get(i).startsWith(OPTION + "=")) {
                kept.add(words.get(i));
            }
        }
        return kept;
    }

    /** So many processors Slurm gives to each task, as far as this process is told; 1 if it isn't. */
    static int processors() {
        String each = System.getenv("SLURM_CPUS_PER_TASK");
        return each != null && each.matches("[1-9]\\d{0,5}")
                ? (int) Math.min(Integer.parseInt(each), Bound.WORKERS.value())
                : 1;
    }
}
