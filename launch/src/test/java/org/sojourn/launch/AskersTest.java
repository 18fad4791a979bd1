package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.host.run.Inquiry;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.host.run.Secret;
import org.sojourn.kernel.port.Member;

/** Who asks a run how it is, and strangers who connect to its port. */
class AskersTest {
    private static final RunState STATE = new RunState(Map.of(new Member(0, 1), 4711L), Map.of());

    private final byte[] secret = Secret.fresh();
    private final Askers askers;
    private final List<Socket> strangers = new ArrayList<>();

    private final AtomicInteger failures = new AtomicInteger();

    AskersTest() throws IOException {
        // This chance always picks the newest.
        this.askers = new Askers(new Listener(failures), () -> -1, secret, question -> STATE);
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

    /** As on Ctrl-C, as often as there is room for such that wait. */
    @Test
    void asker_whoHasWaitedAndGone_leavesItsRoomToOthers() throws Exception {
        Semaphore waiting = new Semaphore(0);
        AtomicInteger gone = new AtomicInteger();
        RunQuestion question = RunQuestion.ask(0, "word", new byte[0]).patiently();
        try (Askers waited = new Askers(secret, asked -> {
            waiting.release();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            waiting.release();
            return STATE;
        })) {
            waited.start();
            for (int i = 0; i <= Askers.PATIENT; i++) {
                Thread asker = Thread.ofVirtual().start(() -> {
                    try {
                        Inquiry.ask(waited.port(), secret, question);
                    } catch (IOException e) {
                        gone.incrementAndGet();
                    }
                });
                assertThat(waiting.tryAcquire(10, TimeUnit.SECONDS))
                        .as("asker %d is let in", i)
                        .isTrue();
                asker.interrupt(); // which closes its socket
                assertThat(waiting.tryAcquire(10, TimeUnit.SECONDS))
                        .as("asker %d is missed", i)
                        .isTrue();
                asker.join();
            }
            assertThat(gone).hasValue(Askers.PATIENT + 1);
        }
    }

    @Test
    void asker_whileMoreStrangersThanMayWaitSayNothing_isAnswered() throws IOException {
        for (int i = 0; i <= 2 * Askers.UNPROVEN; i++) {
            strangers.add(new Socket(InetAddress.getLoopbackAddress(), askers.port()));
        }

        assertThat(ask(secret).pids()).isEqualTo(STATE.pids());
    }

    @Test
    void strangers_beyondTheBound_closeTheOneThatChancePicks() throws IOException {
        for (int i = 0; i <= Askers.UNPROVEN; i++) {
            strangers.add(new Socket(InetAddress.getLoopbackAddress(), askers.port()));
        }

        Socket picked = strangers.get(Askers.UNPROVEN - 1);
        picked.setSoTimeout(60_000);
        picked.getInputStream().readAllBytes();
    }

    @Test
    void listener_thatCannotAcceptForAWhile_answersAfterwardsAndSaysSo() throws IOException {
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(new SimpleFormatter().formatMessage(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(Askers.class.getName());
        logger.addHandler(handler);
        try {
            failures.set(2);
            assertThat(ask(secret).pids()).as("it was in accept already").isEqualTo(STATE.pids());
            assertThat(ask(secret).pids()).isEqualTo(STATE.pids());
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(logged).hasSize(2).allSatisfy(line -> assertThat(line).contains("Too many open files"));
    }

    /** Fails to accept as often as it is told to. What it accepts is closed, but says that this has failed. */
    private static final class Listener extends ServerSocket {
        private final AtomicInteger failures;

        Listener(AtomicInteger failures) throws IOException {
            super(0, Askers.UNPROVEN, InetAddress.getLoopbackAddress());
            this.failures = failures;
        }

        @Override
        public Socket accept() throws IOException {
            if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new SocketException("Too many open files");
            }
            Socket accepted = new Socket() {
                @Override
                public void close() throws IOException {
                    super.close();
                    throw new IOException("the last bytes could not be written");
                }
            };
            implAccept(accepted);
            return accepted;
        }
    }
}
