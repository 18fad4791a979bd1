package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Member;
import org.sojourn.selectors.SelectorPlace;

class StopTest {
    /** Hears of a stop and takes its time. */
    private static final class Slow implements SelectorPlace.Console {
        final CompletableFuture<Integer> stop = new CompletableFuture<>();

        @Override
        public void progress(String label, long done, long total) {}

        @Override
        public void result(String key, String json) {}

        @Override
        public void stop(int status) {
            stop.complete(status);
        }
    }

    @Test
    void stop_thatTakesItsTime_isNotOvertakenByQuiescence() throws Exception {
        var console = new Slow();
        var settings = new PlaceSettings(1, false, "fory", "", List.of());
        var self = new Member(0, PlaceRuntime.incarnation());
        ClassLoader loader = getClass().getClassLoader();
        var place = new PlaceRuntime(
                self, self, List.of(self), settings, null, PlaceRuntime.codec(settings, true, loader), loader, console);
        place.start(cause -> {}, member -> {});
        try {
            place.selectors().stop(7);
            place.mainReturned();
            assertThat(console.stop.get(1, TimeUnit.MINUTES)).isEqualTo(7);
            assertThatThrownBy(() -> place.ending().get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
        } finally {
            place.stop();
        }
    }
}
