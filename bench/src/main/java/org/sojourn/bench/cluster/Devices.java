package org.sojourn.bench.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sojourn.bench.jvm.ChildJvm;

/** The places of a line-up, each of which has its share once {@link #limit} was called. */
public final class Devices implements AutoCloseable {
    private final ChildJvm driver;
    private final List<Long> pids = new ArrayList<>();
    private final LineUp lineUp;

    /**
     * Starts them, without bounds.
     *
     * @param lineUp which
     * @param heapMegabytes the heap of each, in MiB
     * @throws IOException if they can't be started
     */
    public Devices(LineUp lineUp, int heapMegabytes) throws IOException {
        this.lineUp = lineUp;
        this.driver = new ChildJvm(
                ChildJvm.flags(heapMegabytes),
                Driver.class,
                Integer.toString(lineUp.places()),
                Integer.toString(heapMegabytes));
        for (String pid : driver.line().split(" ")) {
            pids.add(Long.parseLong(pid));
        }
    }

    /**
     * Gives each its share from now on.
     *
     * @param groups what gives shares; nothing leaves the places as they are
     * @param whole the share of the faster ones
     * @throws IOException if a group can't be made
     */
    public void limit(Optional<ShareGroups> groups, Share whole) throws IOException {
        if (groups.isPresent()) {
            List<Share> shares = lineUp.shares(whole);
            for (int i = 0; i < shares.size(); i++) {
                groups.get().put(pids.get(i), shares.get(i));
            }
        }
    }

    /**
     * Runs a program once.
     *
     * @param workload which
     * @param size how large
     * @return milliseconds
     * @throws IOException if its answer is wrong, or the places have ended
     */
    public double millis(Workload workload, int size) throws IOException {
        String said = driver.ask(workload.title() + " " + size);
        try {
            return Long.parseLong(said) / 1e6;
        } catch (NumberFormatException e) {
            throw new IOException(said, e);
        }
    }

    @Override
    public void close() {
        driver.close();
    }
}
