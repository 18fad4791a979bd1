package org.sojourn.testkit.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.net.wire.Loop;
import org.sojourn.net.wire.Wire;

/** The connections of one simulated place. Its address is a port: one more than the place's number. */
final class SimulatedWire implements Wire, Loop {
    private final Simulation simulation;
    private final Settings settings;
    private final List<SimulatedWire> all;
    private final int place;

    /** In the order of opening, as everything here. */
    private final Set<SimulatedConnection> connections = new LinkedHashSet<>();

    private @Nullable Acceptor acceptor;
    private boolean isAlive = true;

    SimulatedWire(Simulation simulation, Settings settings, List<SimulatedWire> all, int place) {
        this.simulation = simulation;
        this.settings = settings;
        this.all = all;
        this.place = place;
    }

    int place() {
        return place;
    }

    boolean isAlive() {
        return isAlive;
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
        return simulation.schedule(delayNanos, "loop", place, () -> {
            if (isAlive) {
                task.run();
            }
        })::cancel;
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
        SimulatedWire target = all.get(port - 1);
        long delay = simulation.between(settings.leastDelayNanos(), settings.mostDelayNanos());
        if (simulation.happens(settings.refusals())) {
            schedule(delay, () -> dial.failed("connection refused"));
            return;
        }
        schedule(delay, () -> {
            Acceptor accepting = target.acceptor;
            if (accepting == null || !target.isAlive) {
                dial.failed("nobody listens");
                return;
            }
            SimulatedConnection[] ends = SimulatedConnection.pair(simulation, settings, this, target);
            target.schedule(0, () -> accepting.accepted(ends[1]));
            dial.connected(ends[0]);
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

    /** The process ends at once. */
    void kill() {
        isAlive = false;
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
