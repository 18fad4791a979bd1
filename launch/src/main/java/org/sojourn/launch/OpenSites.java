package org.sojourn.launch;

import java.io.File;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.join.Surroundings;
import org.sojourn.host.run.Children;
import org.sojourn.host.run.Launcher;
import org.sojourn.host.run.RunLog;
import org.sojourn.host.run.Starter;
import org.sojourn.kernel.port.Member;

/** Places that are children of this process, or tasks of Slurm; a gate lets others in, if any may come. */
final class OpenSites implements Sites {
    private final Programs.Found program;
    private final List<String> javaOptions;
    private final Map<String, String> environment;
    private final @Nullable File directory;
    private final boolean json;
    private final StartupCache caches;
    private final @Nullable HostPort listen;

    /** How many tasks there are at first; 0 if places are children. */
    private final int tasks;

    private volatile Gate gate;
    private volatile @Nullable RunLog keeps;

    /**
     * Nothing listens yet.
     *
     * @param program what places run
     * @param javaOptions options for each JVM
     * @param environment added to each environment
     * @param directory the working directory, or null for this one's
     * @param json whether what the program prints goes to standard error
     * @param caches what makes JVMs start sooner
     * @param listen where places of other shells and machines join; null if they can't
     * @param tasks how many tasks of Slurm there are at first; 0 if places are children
     */
    OpenSites(
            Programs.Found program,
            List<String> javaOptions,
            Map<String, String> environment,
            @Nullable File directory,
            boolean json,
            StartupCache caches,
            @Nullable HostPort listen,
            int tasks) {
        this.program = program;
        this.javaOptions = javaOptions;
        this.environment = environment;
        this.directory = directory;
        this.json = json;
        this.caches = caches;
        this.listen = listen;
        this.tasks = tasks;
        this.gate = Gate.none(program.classPath());
    }

    @Override
    public void open() {
        HostPort at = listen == null && tasks > 0 ? Gate.here() : listen;
        if (at != null) {
            gate = Gate.at(at, program.classPath(), new Surroundings(javaOptions, environment));
        }
    }

    @Override
    public Starter.Plan plan(Member member, int port) {
        return tasks > 0 ? gate.plan(member, "", 0) : gate.plan(member, port, caches.options(member.place()));
    }

    @Override
    public Starter starter(@Nullable RunLog log) {
        keeps = log;
        return tasks > 0
                ? gate.slurm(tasks, directory, json, log)
                : new Children(javaOptions, environment, directory, json, log);
    }

    @Override
    public void begun(Launcher places, Comings comings) {
        gate.open(places, comings, keeps);
        if (tasks == 0 || listen != null) {
            gate.say();
        }
    }

    @Override
    public String address() {
        return gate.address();
    }

    @Override
    public boolean isInitHere() {
        return tasks == 0;
    }

    @Override
    public void close() {
        gate.close();
    }
}
