package org.sojourn.testkit.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.net.wire.Loop;
import org.sojourn.net.wire.Wire;

/** The connections of one simulated place. Its address is a port: one more than the place's number. */
final class SimulatedWire implements Wire, Loop {
    private final Simulation simulation;
    private final Settings settings;
    private final SimulatedNetwork network;
    private final SimulatedProcess process;

    /** In the order of opening, as everything here. */
    private final Set<SimulatedConnection> connections = new LinkedHashSet<>();

    private @Nullable Acceptor acceptor;

    /** Runs what the loop lends its thread to. Null before the place is made. */
    private @Nullable Consumer<Runnable> threads;

    SimulatedWire(Simulation simulation, Settings settings, SimulatedNetwork network, SimulatedProcess process) {
        this.simulation = simulation;
        this.settings = settings;
        this.network = network;
        this.process = process;
    }

    int place() {
        return process.place();
    }

    SimulatedProcess process() {
        return process;
    }

    SimulatedNetwork network() {
        return network;
    }

    @Override
    public Loop loop() {
        return this;
    }

    @Override
    public void execute(Runnable task) {
        schedule(0, task);
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        return process.schedule(delayNanos, "loop", task)::cancel;
    }

    /** From now on the loop lends its thread: each time, that is one more thread of the place, and others may go on meanwhile. */
    void lendsTo(Consumer<Runnable> runsOnce) {
        threads = runsOnce;
    }

    @Override
    public boolean lends() {
        return threads != null;
    }

    @Override
    public void lend(Runnable task) {
        Objects.requireNonNull(threads).accept(task);
    }

    @Override
    public long nanoTime() {
        return simulation.nanoTime();
    }

    @Override
    public void start(Acceptor told) {
        acceptor = told;
    }

    @Override
    public void dial(String host, int port, Dial dial) {
        int to = port - 1;
        long delay = simulation.delay(settings.leastDelayNanos(), settings.mostDelayNanos());
        if (simulation.happens(settings.refusals())) {
            schedule(delay, () -> dial.failed("connection refused"));
            return;
        }
        schedule(delay, () -> {
            SimulatedWire target = network.wire(to);
            Acceptor accepting = target.acceptor;
            if (!network.isOpen(place(), to) || !network.isOpen(to, place())) {
                schedule(SimulatedNetwork.CONNECT_NANOS, () -> dial.failed("connecting took too long"));
            } else if (accepting == null || target.process.hasEnded()) {
                dial.failed("nobody listens");
            } else {
                SimulatedConnection[] ends = SimulatedConnection.pair(simulation, settings, this, target);
                target.schedule(0, () -> accepting.accepted(ends[1]));
                dial.connected(ends[0]);
            }
        });
    }

    void opened(SimulatedConnection connection) {
        connections.add(connection);
    }

    void ended(SimulatedConnection connection) {
        connections.remove(connection);
    }

    /** Loses the connections to a place. */
    void cut(int to) {
        for (SimulatedConnection each : List.copyOf(connections)) {
            if (each.isTo(to)) {
                each.lose("connection lost");
            }
        }
    }

    /** A way that was cut is open. */
    void healed() {
        List.copyOf(connections).forEach(SimulatedConnection::healed);
    }

    /** The process has ended. */
    void kill() {
        acceptor = null;
        for (SimulatedConnection each : new ArrayList<>(connections)) {
            each.lose("the peer's process has ended");
        }
    }

    @Override
    public void close() {
        acceptor = null;
        for (SimulatedConnection each : List.copyOf(connections)) {
            each.close();
        }
    }

    @Override
    public void awaitClosed(long millis) {}
}
