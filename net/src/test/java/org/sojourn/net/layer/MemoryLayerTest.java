package org.sojourn.net.layer;

import org.sojourn.kernel.port.CommunicationLayer;

class MemoryLayerTest extends LayerLinkContract {
    @Override
    CommunicationLayer layer() {
        return new MemoryLayer();
    }
}
