package org.sojourn.bench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Control groups of Linux, of the second version or the first, one for each process that gets a share. Root may make them, and whom a
 * part of the tree was given.
 */
public final class ShareGroups implements AutoCloseable {
    /** Where Linux shows them. */
    public static final Path ROOT = Path.of("/sys/fs/cgroup");

    private static final String PROCESSES = "cgroup.procs";
    private static final String CPU = "cpu";
    private static final List<String> FIRST_VERSION = List.of(CPU, "cpu,cpuacct");
    private static final int TRIES = 100;
    private static final int PAUSE_MILLIS = 20;

    private final Path parent;
    private final boolean isSecond;
    private final List<Path> made = new ArrayList<>();

    private ShareGroups(Path parent, boolean isSecond) {
        this.parent = parent;
        this.isSecond = isSecond;
    }

    /**
     * Finds out how groups are made here, and tries it.
     *
     * @param root where the groups are
     * @return what makes them
     * @throws IOException if they can't be made here, with the reason
     */
    public static ShareGroups in(Path root) throws IOException {
        ShareGroups found = found(root);
        if (found.isSecond) {
            Path passed = root.resolve("cgroup.subtree_control");
            if (!words(passed).contains(CPU)) {
                Files.writeString(passed, "+" + CPU);
            }
        }
        Files.delete(Files.createDirectory(found.parent.resolve(found.name(0) + "-tried")));
        return found;
    }

    private static ShareGroups found(Path root) throws IOException {
        Path controllers = root.resolve("cgroup.controllers");
        if (Files.exists(controllers) && words(controllers).contains(CPU)) {
            return new ShareGroups(root, true);
        }
        Optional<Path> first = FIRST_VERSION.stream()
                .map(root::resolve)
                .filter(each -> Files.exists(each.resolve(PROCESSES)))
                .findFirst();
        return new ShareGroups(
                first.orElseThrow(() -> new IOException("there is no controller of processor time in " + root)), false);
    }

    private static List<String> words(Path file) throws IOException {
        return List.of(Files.readString(file).strip().split(" "));
    }

    private String name(int number) {
        return "sojourn-bench-" + ProcessHandle.current().pid() + "-" + number;
    }

    /**
     * Gives a process its share.
     *
     * @param pid the process, with all its threads
     * @param share what it may use
     * @throws IOException if that can't be done
     */
    public void put(long pid, Share share) throws IOException {
        Path group = Files.createDirectory(parent.resolve(name(made.size())));
        made.add(group);
        if (isSecond) {
            Files.writeString(group.resolve("cpu.max"), share.quotaMicros() + " " + Share.PERIOD_MICROS);
        } else {
            Files.writeString(group.resolve("cpu.cfs_period_us"), Integer.toString(Share.PERIOD_MICROS));
            Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(share.quotaMicros()));
        }
        Files.writeString(group.resolve(PROCESSES), Long.toString(pid));
    }

    /** Takes the groups away, once their processes have ended; it waits for that, but not long. */
    @Override
    public void close() {
        for (Path group : made) {
            for (int i = 0; i < TRIES && Files.exists(group); i++) {
                try {
                    Files.deleteIfExists(group);
                } catch (IOException e) {
                    pause();
                }
            }
        }
        made.clear();
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
