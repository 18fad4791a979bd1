package org.sojourn.threads.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sojourn.threads.ThreadSpace;
import org.sojourn.threads.programs.Works;
import org.sojourn.threads.wire.Cargo;
import org.sojourn.threads.wire.Home;
import org.sojourn.threads.wire.Message;

/** Delta sets and messages with changed bytes: a sentence, or what could have been sent; nothing else. */
@Timeout(600)
class HostileBytesTest {
    private static final int CHANGES = Integer.getInteger("sojourn.threads.changes", 20_000);

    private static List<Message.Go> sent() throws Exception {
        List<Message.Go> all = java.util.Collections.synchronizedList(new ArrayList<>());
        try (Places places = new Places(2)) {
            places.hear(message -> {
                if (message instanceof Message.Go go) {
                    all.add(go);
                }
            });
            places.begin(new ThreadSpace.Settings(true, 1), Works.class, "1");
            places.end();
        }
        return all;
    }

    private static byte[] changed(byte[] bytes, Random random) {
        byte[] changed = bytes.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            changed[random.nextInt(changed.length)] =
                    (byte) (random.nextInt(3) == 0 ? random.nextInt(8) : random.nextInt());
        }
        return random.nextInt(10) == 0 ? java.util.Arrays.copyOf(changed, random.nextInt(changed.length)) : changed;
    }

    @Test
    void deltaSet_withChangedBytes_isRefusedByASentenceOrIsOne() throws Exception {
        List<Message.Go> sent = sent();
        assertThat(sent).hasSizeGreaterThan(5);
        Random random = new Random(42);
        int refused = 0;
        try (Places places = new Places(2)) {
            LoadedProgram program = places.program(1);
            for (int i = 0; i < CHANGES; i++) {
                byte[] bytes = changed(sent.get(random.nextInt(sent.size())).frames(), random);
                Home home =
                        new Home(() -> System.out, () -> System.err, Thread.currentThread(), program.judge()::isKept);
                try {
                    new Cargo(program.classes(), home, true).readFrames(bytes);
                } catch (IOException e) {
                    refused++;
                } catch (RuntimeException | Error e) {
                    throw new AssertionError("change " + i, e);
                }
            }
        }
        assertThat(refused).isGreaterThan(CHANGES / 2);
    }

    @Test
    void message_withChangedBytes_isRefusedByASentenceOrIsOne() throws Exception {
        List<Message.Go> sent = sent();
        Random random = new Random(43);
        for (int i = 0; i < CHANGES; i++) {
            try {
                Message.read(changed(sent.get(random.nextInt(sent.size())).bytes(), random));
            } catch (IOException e) {
                assertThat(e).as("change %s", i).isNotNull();
            }
        }
    }

    @Test
    void message_thatLessThanNothingHasAppeared_isRefusedByASentence() {
        assertThatThrownBy(() -> Message.read(new Message.Printed(1, 1, -5).bytes()))
                .isInstanceOf(IOException.class)
                .hasMessage("-5 bytes have appeared; 0 or more can");
    }

    @Test
    void frames_forAPlaceWithOtherSurroundings_areRefusedByASentence() throws Exception {
        Message.Go go = sent().getFirst();
        List<Message> answers = java.util.Collections.synchronizedList(new ArrayList<>());
        try (Places places = new Places(2)) {
            places.hear(answers::add);
            places.fake(0, 1, in(go, go.surroundings() + 1, "UTF-8").bytes());
            Awaitility.await().until(() -> answers.size() == 2);
            assertThat(answers.getLast())
                    .isInstanceOfSatisfying(
                            Message.Refused.class,
                            refused -> assertThat(refused.why()).startsWith("p1 has other surroundings ("));
        }
    }

    private static Message.Go in(Message.Go go, int surroundings, String charset) {
        return new Message.Go(
                go.thread(), go.delta(), go.who(), surroundings, 0, 0, charset, charset, false, go.frames());
    }

    @Test
    void frames_whoseHomePrintsInAnUnknownCharset_areRefusedByASentence() throws Exception {
        Message.Go go = sent().getFirst();
        List<Message> answers = java.util.Collections.synchronizedList(new ArrayList<>());
        try (Places places = new Places(2)) {
            places.hear(answers::add);
            places.fake(0, 1, in(go, go.surroundings(), "x-unknown").bytes());
            Awaitility.await().until(() -> answers.size() == 2);
            assertThat(answers.getLast())
                    .isInstanceOfSatisfying(
                            Message.Refused.class,
                            refused -> assertThat(refused.why())
                                    .isEqualTo("p1 lacks a character set in which its home prints (x-unknown,"
                                            + " x-unknown)"));
        }
    }

    @Test
    void frames_fromAPlaceThatIsNobodysHome_areTakenByNoPlace() throws Exception {
        byte[] go = sent().getFirst().bytes();
        try (Places places = new Places(3)) {
            places.fake(1, 2, go);
            places.fake(0, 0, new byte[] {77});
            places.settle();
            assertThat(places.refused())
                    .anySatisfy(
                            each -> assertThat(each).contains("p1 sends frames, and threads are at home at p0 only"))
                    .anySatisfy(each -> assertThat(each).contains("no message on threads"));
            assertThat(places.place(2).slaves()).isZero();
        }
    }
}
