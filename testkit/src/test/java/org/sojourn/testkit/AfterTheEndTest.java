package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorPlace;

/** When the run is over, threads are refused and selectors may do the last of their work. */
class AfterTheEndTest extends OnePlace {
    @Test
    void selector_thatSendsAndCreatesInItsLastTurns_isLetPass() {
        Handle<Object> out = probe.handle();
        Handle<Object> late = place.create(() -> new Scripted(out));
        Scripted.tell(late, self -> {
            out.send("still sent");
            place.create(() -> new Scripted(out)).send("still created");
        });
        ((SelectorPlace) place.system()).kernel().site().over();

        probe.expect("still sent");
        probe.expect("still created");
        assertThatThrownBy(() -> late.send("too late"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a message is sent on thread \""
                        + Thread.currentThread().getName()
                        + "\" after the run has ended; do it before close() returns, or hold the run open with"
                        + " keepAlive()");
    }

    @Test
    void place_thatIsClosed_takesNothingMore() {
        Handle<Object> out = probe.handle();
        place.close();

        assertThatThrownBy(() -> place.create(() -> new Scripted(out))).isInstanceOf(IllegalStateException.class);
    }
}
