package org.sojourn.net.layer;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.CommunicationLayer;

/** For places of one JVM: hands messages over as they are. */
public final class MemoryLayer implements CommunicationLayer {
    private static final int MESSAGE_BYTES = 64 << 10;

    /** Where a run's place is. */
    private record Spot(String run, int place) {}

    private static final Map<Spot, Listener> PLACES = new ConcurrentHashMap<>();

    private volatile @Nullable Spot own;

    /** For the service loader. */
    public MemoryLayer() {}

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public void start(String run, int place, Listener listener) {
        Spot spot = new Spot(run, place);
        own = spot;
        PLACES.put(spot, listener);
        listener.ready();
        others(spot).forEach((other, told) -> {
            told.joined(place);
            listener.joined(other.place());
        });
    }

    private static Map<Spot, Listener> others(Spot spot) {
        Map<Spot, Listener> others = new ConcurrentHashMap<>(PLACES);
        others.keySet().removeIf(each -> each.equals(spot) || !each.run().equals(spot.run()));
        return others;
    }

    @Override
    public boolean send(int to, ByteBuffer message) {
        Spot from = own;
        Listener listener = from == null ? null : PLACES.get(new Spot(from.run(), to));
        if (from == null || listener == null) {
            return false;
        }
        listener.message(from.place(), message.asReadOnlyBuffer());
        return true;
    }

    @Override
    public boolean joinsProcesses() {
        return false;
    }

    @Override
    public int maxMessageBytes() {
        return MESSAGE_BYTES;
    }

    @Override
    public void stop() {
        Spot spot = own;
        own = null;
        if (spot != null) {
            PLACES.remove(spot);
            others(spot).values().forEach(each -> each.left(spot.place()));
        }
    }
}
