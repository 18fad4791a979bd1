package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Frames with changed bytes, in process; as many as {@code -Dsojourn.fuzz} says. */
class FrameFuzzTest {
    private static final long SEED = Long.getLong("sojourn.seed", 9);
    private static final long FRAMES = Long.getLong("sojourn.fuzz", 20_000);

    /** As many as it takes to find the mistakes. */
    private static final long FEW = 20_000;

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void frames_withChangedBytes_closeTheirConnectionAndNothingElse() {
        FrameFuzz.Result result = FrameFuzz.run(SEED, FRAMES, null);
        System.out.println(result.counted());
        assertThat(result.wrong()).isEmpty();
    }

    /** Mistakes that a place could make with what comes. */
    enum Mistake implements FrameFuzz.Plant {
        /** Something is read beyond the end. */
        CRASH("IndexOutOfBounds") {
            @Override
            public void packet(byte[] payload, ClassLoader loader) {
                if (payload.length < 40 && payload[payload.length - 1] == -1) {
                    payload[payload.length] = 0;
                }
            }
        },
        /** As much is allocated as a packet says, before that is checked. */
        ALLOCATION("bytes are allocated") {
            @Override
            public void packet(byte[] payload, ClassLoader loader) {
                if (payload.length > 4) {
                    KEPT.add(new byte[Math.floorMod(ByteBuffer.wrap(payload).getInt(1), 64 << 20)]);
                    KEPT.clear();
                }
            }
        },
        /** What has come is never forgotten. */
        LEAK("bytes stay behind") {
            @Override
            public void packet(byte[] payload, ClassLoader loader) {
                KEPT.add(new byte[payload.length * 100]);
            }
        },
        /** A class is looked for by a name before that is checked. */
        CANARY("a class is looked for") {
            @Override
            public void packet(byte[] payload, ClassLoader loader) {
                if (payload[0] == 0 && payload.length > 5) {
                    try {
                        loader.loadClass(new String(payload, 5, payload.length - 5, StandardCharsets.UTF_8));
                    } catch (ClassNotFoundException | LinkageError e) {
                        return; // refused too late
                    }
                }
            }
        },
        /** A line is logged for each packet. */
        LINES("lines, and not") {
            @Override
            public void packet(byte[] payload, ClassLoader loader) {
                System.getLogger(LinkMesh.class.getName()).log(System.Logger.Level.WARNING, "a packet");
            }
        };

        static final List<byte[]> KEPT = new ArrayList<>();

        final String found;

        Mistake(String found) {
            this.found = found;
        }
    }

    @ParameterizedTest
    @Tag("planted")
    @EnumSource(Mistake.class)
    void checker_withAMistakeInThePlace_findsIt(Mistake mistake) {
        try {
            assertThat(FrameFuzz.run(SEED, FEW, mistake).wrong().toString()).containsPattern(mistake.found);
        } finally {
            Mistake.KEPT.clear();
        }
    }
}
