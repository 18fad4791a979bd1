package org.sojourn.net.layer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.CommunicationLayer;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.link.LinkContract;
import org.sojourn.net.wire.Port;

/** Links over communication layers, also such as lose messages, double them and change their order. */
abstract class LayerLinkContract extends LinkContract {
    private final String run = UUID.randomUUID().toString().replace("-", "");
    private final List<TroubledLayer> troubled = new ArrayList<>();

    abstract CommunicationLayer layer() throws IOException;

    @Override
    protected Port port(int place, boolean isInTrouble) throws IOException {
        CommunicationLayer layer = layer();
        if (isInTrouble) {
            TroubledLayer other = new TroubledLayer(layer, SEED + place);
            troubled.add(other);
            layer = other;
        }
        return new LayerPort(layer, run, place);
    }

    @Override
    protected Network.Address address(Port port, boolean isInTrouble) {
        return new Network.Address("", port.port());
    }

    @Override
    protected void cut() {
        troubled.forEach(each -> each.cut(troubled.size()));
    }

    @Override
    protected int cuts() {
        return troubled.stream().mapToInt(TroubledLayer::cuts).sum();
    }

    @Override
    protected void close() throws IOException {}

    @Override
    protected String threads() {
        return "sojourn-p\\d+-(links|membership|layer)";
    }

    @Test
    void packets_thatGetLostAndOvertakeEachOther_arriveOnceAndInOrder() throws IOException {
        places(3, true);
        exchange(10_000 / less(), sent -> {});
        assertThat(cuts()).isZero();
    }
}
