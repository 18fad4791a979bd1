package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.host.local.Inquiry;
import org.sojourn.host.local.RunQuestion;
import org.sojourn.host.local.RunState;
import org.sojourn.host.local.Secret;
import org.sojourn.kernel.port.Member;

/** Who asks a run how it is, and strangers who connect to its port. */
class AskersTest {
    private static final RunState STATE = new RunState(Map.of(new Member(0, 1), 4711L), Map.of(), null);

    private final byte[] secret = Secret.fresh();
    private final Askers askers;
    private final List<Socket> strangers = new ArrayList<>();

    AskersTest() throws IOException {
        this.askers = new Askers(secret, question -> STATE);
    }

    @BeforeEach
    void start() {
        askers.start();
    }

    @AfterEach
    void close() throws IOException {
        askers.close();
        for (Socket each : strangers) {
            each.close();
        }
    }

    private RunState ask(byte[] known) throws IOException {
        return Inquiry.ask(askers.port(), known, RunQuestion.PLACES);
    }

    @Test
    void asker_whoKnowsTheSecret_isAnswered() throws IOException {
        assertThat(ask(secret).pids()).isEqualTo(STATE.pids());
    }

    @Test
    void asker_whoDoesNotKnowTheSecret_isNotAnswered() {
        assertThatThrownBy(() -> ask(Secret.fresh())).isInstanceOf(IOException.class);
    }

    @Test
    void asker_whileMoreStrangersThanMayWaitSayNothing_isAnswered() throws IOException {
        for (int i = 0; i <= 2 * Askers.UNPROVEN; i++) {
            strangers.add(new Socket(InetAddress.getLoopbackAddress(), askers.port()));
        }

        assertThat(ask(secret).pids()).isEqualTo(STATE.pids());
    }

    @Test
    void strangers_beyondTheBound_areClosedTheOldestFirst() throws IOException {
        for (int i = 0; i <= Askers.UNPROVEN; i++) {
            strangers.add(new Socket(InetAddress.getLoopbackAddress(), askers.port()));
        }

        strangers.get(0).setSoTimeout(60_000);
        assertThat(strangers.get(0).getInputStream().readAllBytes()).isNotNull();
    }
}
