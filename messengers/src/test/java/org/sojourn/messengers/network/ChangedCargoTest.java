package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.agent.Agent;
import org.sojourn.messengers.agent.Stay;
import org.sojourn.messengers.agent.Surroundings;
import org.sojourn.messengers.run.Fault;
import org.sojourn.testkit.Logs;
import org.sojourn.testkit.SimulatedCluster;
import org.sojourn.weave.WeavingLoader;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Polls;

/**
 * The cargo of agents in Java, with changed bytes. It is refused by a sentence, or is an agent that goes on as code may: nothing runs before it is
 * asked to, and nothing takes much more room than its bytes say.
 */
class ChangedCargoTest {
    private static final long SEED = Long.getLong("sojourn.seed", 1);
    private static final long COUNT = Long.getLong("sojourn.cargoes", 20_000);
    private static final long MOST_BYTES = 4_000_000;
    private static final int MOST_POLLS = 1_000;
    private static final String AGENT = "org.sojourn.messengers.rover.Pilgrim";
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long refused;
    private long ran;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void cargo_withChangedBytes_isRefusedByASentenceOrGoesOn() throws Exception {
        Class<?> woven = Class.forName(
                AGENT,
                true,
                new WeavingLoader("org.sojourn.messengers.rover", getClass().getClassLoader()));
        try (SimulatedCluster place =
                (SimulatedCluster) woven.getMethod("place").invoke(null)) {
            Agents agents =
                    ((PlaceNetwork) place.guest(0, Network.class)).nodes().agents();
            List<byte[]> sent = sent(agents, (Agent) woven.getConstructor().newInstance());
            assertThat(sent).hasSizeGreaterThan(9);
            for (byte[] each : sent) {
                assertThat(judge(agents, each)).isEmpty();
            }
            assertThat(refused).isZero();
            for (long seed = SEED; seed < SEED + COUNT; seed++) {
                byte[] cargo = changed(sent, new Random(seed));
                assertThat(judge(agents, cargo))
                        .as("-Dsojourn.seed=%d, %s", seed, Arrays.toString(cargo))
                        .isEmpty();
            }
        }
        System.out.println(
                COUNT + " changed cargoes from seed " + SEED + ": " + refused + " refused, " + ran + " have gone on");
        assertThat(refused).isGreaterThan(COUNT / 10);
        assertThat(ran).isGreaterThan(COUNT / 100);
    }

    /** The agent's cargo at each of its steps. */
    private static List<byte[]> sent(Agents agents, Agent agent) throws Exception {
        List<byte[]> sent = new ArrayList<>(List.of(agents.pack(agent, null)));
        @Nullable DeltaSet frames = null;
        while (true) {
            Stay.Parting parting = parting(agent, frames);
            if (parting == null) {
                return sent;
            }
            frames = parting.frames();
            sent.add(agents.pack(agent, frames));
        }
    }

    private static Stay.@Nullable Parting parting(Agent agent, @Nullable DeltaSet frames) throws Exception {
        int[] polls = {0};
        Thread own = Thread.currentThread(); // agents of other tests poll as well
        Polls.set(() -> {
            if (Thread.currentThread() == own && ++polls[0] > MOST_POLLS) {
                throw new IllegalStateException("enough");
            }
        });
        try {
            return Stay.run(agent, frames, null, nowhere());
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        } finally {
            Polls.set(null);
        }
    }

    private static Surroundings nowhere() {
        InvocationHandler asked = (self, method, arguments) -> {
            throw new UnsupportedOperationException(method.getName());
        };
        return (Surroundings)
                Proxy.newProxyInstance(Surroundings.class.getClassLoader(), new Class<?>[] {Surroundings.class}, asked);
    }

    /** A sentence about the first mistake; empty if there is none. */
    private String judge(Agents agents, byte[] cargo) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Agents.Underway read;
        try {
            read = agents.unpack(cargo);
        } catch (Fault e) {
            refused++;
            return String.valueOf(e.getMessage()).startsWith("the agent can't go on at p0: ")
                    ? ""
                    : "no sentence: " + e;
        } catch (RuntimeException | Error e) {
            return "no sentence, but " + e;
        }
        long took = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (took > MOST_BYTES) {
            return took + " bytes taken";
        }
        try {
            ran++;
            parting(read.agent(), read.frames());
            return "";
        } catch (LinkageError | VirtualMachineError e) {
            return "code that can't be: " + e;
        } catch (Exception | Error e) {
            return ""; // other values are for the program to judge
        }
    }

    private static byte[] changed(List<byte[]> sent, Random chance) {
        byte[] bytes = sent.get(chance.nextInt(sent.size())).clone();
        for (int i = chance.nextInt(3); i >= 0; i--) {
            int at = chance.nextInt(bytes.length);
            switch (chance.nextInt(6)) {
                case 0 -> bytes[at] ^= (byte) (1 << chance.nextInt(8));
                case 1 -> bytes[at] = (byte) chance.nextInt();
                case 2 -> bytes[at] = (byte) (bytes[at] + chance.nextInt(5) - 2);
                case 3 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
                case 4 -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + chance.nextInt(3));
                default -> {
                    byte[] other = sent.get(chance.nextInt(sent.size()));
                    int from = chance.nextInt(other.length);
                    int length = Math.min(1 + chance.nextInt(40), Math.min(bytes.length - at, other.length - from));
                    System.arraycopy(other, from, bytes, at, length);
                }
            }
        }
        return bytes;
    }
}
