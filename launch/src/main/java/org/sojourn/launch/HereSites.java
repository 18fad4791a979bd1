package org.sojourn.launch;

import java.io.File;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.Children;
import org.sojourn.host.run.Launcher;
import org.sojourn.host.run.RunLog;
import org.sojourn.host.run.Starter;
import org.sojourn.kernel.port.Member;

/**
 * All places on this machine, as children of this process, out of reach for others.
 *
 * @param program what they run
 * @param javaOptions options for each JVM
 * @param environment added to each environment
 * @param directory the working directory, or null for this one's
 * @param json whether what the program prints goes to standard error
 * @param caches what makes JVMs start sooner
 */
record HereSites(
        Programs.Found program,
        List<String> javaOptions,
        Map<String, String> environment,
        @Nullable File directory,
        boolean json,
        StartupCache caches)
        implements Sites {
    @Override
    public void open() {
        // This machine is there.
    }

    @Override
    public Starter.Plan plan(Member member, int port) {
        return new Starter.Plan(member, Launcher.LOOPBACK, port, program.classPath(), caches.options(member.place()));
    }

    @Override
    public Starter starter(@Nullable RunLog log) {
        return new Children(javaOptions, environment, directory, json, log);
    }

    @Override
    public List<String> arguments() {
        return program.arguments();
    }

    @Override
    public boolean isInitHere() {
        return true;
    }

    @Override
    public void close() {
        // Children end with their lines.
    }
}
