package org.sojourn.net.membership;

import java.time.Duration;
import java.util.Objects;
import org.sojourn.kernel.port.Member;

/**
 * What one place needs to take part in the membership of its run.
 *
 * @param self this place's own number and incarnation
 * @param clusterName the name of the run's cluster, the same at all its places; not empty
 * @param bindHost the name or address of the network interface to listen on, under which the others reach this place
 * @param bindPort the TCP port to listen on, or 0 for one that the system picks (see {@link JGroupsMembership#port})
 * @param initHost the host that the init place listens on; not used by the init place itself
 * @param initPort the TCP port that the init place listens on; not used by the init place itself, where it may be 0
 * @param secret the cluster secret, at least {@value #LEAST_SECRET_BYTES} bytes
 * @param silenceBound how long a place may be silent before it is declared out, at least 1 s
 */
public record MembershipOptions(
        Member self,
        String clusterName,
        String bindHost,
        int bindPort,
        String initHost,
        int initPort,
        byte[] secret,
        Duration silenceBound) {
    /** The silence bound for children of the launcher on its own host, whose exit is noticed by other means too. */
    public static final Duration LOCAL_SILENCE_BOUND = Duration.ofSeconds(30);

    /** The silence bound between hosts. */
    public static final Duration REMOTE_SILENCE_BOUND = Duration.ofSeconds(10);

    /** The least length of the secret, in bytes. */
    public static final int LEAST_SECRET_BYTES = 8;

    private static final int MAX_PORT = 0xFFFF;
    private static final Duration LEAST_SILENCE_BOUND = Duration.ofSeconds(1);

    /**
     * Checks the values and copies the secret.
     *
     * @throws IllegalArgumentException if a value is outside its bounds
     */
    public MembershipOptions {
        Objects.requireNonNull(self, "self");
        Objects.requireNonNull(bindHost, "bindHost");
        Objects.requireNonNull(initHost, "initHost");
        if (clusterName.isEmpty()) {
            throw new IllegalArgumentException("the cluster name is empty; give the run a name");
        }
        checkPort("bindPort", bindPort, 0);
        checkPort("initPort", initPort, self.place() == 0 ? 0 : 1);
        if (secret.length < LEAST_SECRET_BYTES) {
            throw new IllegalArgumentException("the cluster secret has " + secret.length + " bytes, at least "
                    + LEAST_SECRET_BYTES + " are needed; choose a longer one");
        }
        if (silenceBound.compareTo(LEAST_SILENCE_BOUND) < 0) {
            throw new IllegalArgumentException("the silence bound is " + silenceBound.toMillis() + " ms, at least "
                    + LEAST_SILENCE_BOUND.toMillis() + " ms are needed; a shorter one would declare busy places out");
        }
        secret = secret.clone();
    }

    /**
     * Returns a copy of the cluster secret.
     *
     * @return the bytes, the caller's own
     */
    @Override
    public byte[] secret() {
        return secret.clone();
    }

    /** Returns a description without the secret. */
    @Override
    public String toString() {
        return "MembershipOptions[" + self + " of '" + clusterName + "' at " + bindHost + ":" + bindPort
                + ", init place at " + initHost + ":" + initPort + ", silence bound " + silenceBound.toMillis()
                + " ms]";
    }

    boolean isInit() {
        return self.place() == 0;
    }

    private static void checkPort(String what, int port, int least) {
        if (port < least || port > MAX_PORT) {
            throw new IllegalArgumentException(what + " " + port + " is outside " + least + ".." + MAX_PORT);
        }
    }
}
