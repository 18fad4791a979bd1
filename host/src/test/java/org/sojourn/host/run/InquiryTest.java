package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.PlaceReport;

class InquiryTest {
    private static final Member HERE = new Member(0, 7);
    private static final Member STOPPED = new Member(1, 8);

    private static RunState state(RunQuestion asked) {
        PlaceReport report = new PlaceReport(
                Map.of("K", 1L),
                1,
                2,
                3,
                4,
                5,
                6,
                7,
                8,
                9,
                10,
                11,
                List.of("f"),
                List.of("m"),
                List.of("o"),
                List.of("w"),
                Map.of("s", 1L),
                new Links.Traffic(1, 2, 3, 4),
                12,
                Map.of());
        Map<Dump.Sort, List<String>> sentences = new EnumMap<>(Dump.Sort.class);
        for (Dump.Sort sort : Dump.Sort.values()) {
            sentences.put(sort, List.of(sort.word()));
        }
        Notice.Told told = new Notice.Told(0, report, new Dump("p0 has 1 K", sentences));
        return new RunState(
                Map.of(HERE, 100L, STOPPED, 101L),
                asked.what() == RunQuestion.What.ALL ? Map.of(HERE, told) : Map.of(),
                asked.what() == RunQuestion.What.DRAIN
                        ? new Notice.Drained(1, "", asked.place(), Map.of("K", 2L), List.of("why"))
                        : null,
                asked.what() == RunQuestion.What.ASK
                        ? Map.of(
                                HERE,
                                new Notice.Answered(2, "", asked.content()),
                                STOPPED,
                                new Notice.Answered(3, asked.word() + asked.isPatient(), new byte[0]))
                        : Map.of(),
                "waits for start");
    }

    /** A run that answers one asker. */
    private static CompletableFuture<Void> run(ServerSocket server, byte[] secret) {
        return CompletableFuture.runAsync(() -> {
            try {
                Inquiry.answer(server.accept(), secret, InquiryTest::state);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void ask_ofARun_isAnsweredByThosePlacesThatAnswer() throws Exception {
        byte[] secret = Secret.fresh();
        RunQuestion toGuests = RunQuestion.ask(RunQuestion.EVERYWHERE, "word", new byte[] {1, 2});
        for (RunQuestion asked :
                List.of(RunQuestion.ALL, RunQuestion.PLACES, RunQuestion.drain(7), toGuests, toGuests.patiently())) {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                CompletableFuture<Void> answered = run(server, secret);
                assertThat(Inquiry.ask(server.getLocalPort(), secret, asked))
                        .usingRecursiveComparison()
                        .isEqualTo(state(asked));
                answered.get(30, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void ask_ofAStrangerAtThePort_isRefusedBeforeAnythingIsTold() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> stranger = run(server, Secret.fresh());
            assertThatThrownBy(() -> Inquiry.ask(server.getLocalPort(), Secret.fresh(), RunQuestion.ALL))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("isn't the run");
            assertThat(stranger).failsWithin(30, TimeUnit.SECONDS);
        }
    }

    /** What a run sends first can be had by anybody; it serves for nothing. */
    @Test
    void answer_toWhoeverGivesBackWhatHeGot_isNothing() throws Exception {
        AtomicBoolean asked = new AtomicBoolean();
        byte[] secret = Secret.fresh();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> {
                try {
                    Inquiry.answer(server.accept(), secret, question -> {
                        asked.set(true);
                        return state(question);
                    });
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            try (Socket stranger = new Socket()) {
                stranger.connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()), 10_000);
                stranger.getOutputStream().write(new byte[32]);
                byte[] salt = stranger.getInputStream().readNBytes(32);
                byte[] proof = stranger.getInputStream().readNBytes(32);
                assertThat(salt).hasSize(32);
                // at once, since a run that closes before it has read all resets the connection
                stranger.getOutputStream().write(Arrays.copyOf(proof, proof.length + 1));
                assertThat(stranger.getInputStream().read()).isEqualTo(-1);
            }
            assertThat(answered).failsWithin(30, TimeUnit.SECONDS);
            assertThat(asked).isFalse();
        }
    }
}
