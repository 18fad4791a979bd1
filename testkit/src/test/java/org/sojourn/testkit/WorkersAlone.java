package org.sojourn.testkit;

import java.util.concurrent.CompletableFuture;
import org.sojourn.kernel.port.Workers;

/** Workers without any other thread beside them, for tests of what runs on workers. */
abstract class WorkersAlone implements Workers {
    @Override
    public boolean isWaiting(int worker) {
        return true;
    }

    @Override
    public Own startOwn(String name, Role role) {
        throw new UnsupportedOperationException(lacksVirtual());
    }

    @Override
    public String lacksVirtual() {
        return "the workers are all there is";
    }

    @Override
    public void startVirtual(String name, Runnable once) {
        throw new UnsupportedOperationException(lacksVirtual());
    }

    @Override
    public void await(CompletableFuture<?> event) {}
}
