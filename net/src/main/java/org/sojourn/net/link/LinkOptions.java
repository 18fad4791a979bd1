package org.sojourn.net.link;

import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Chance;
import org.sojourn.kernel.port.Member;

/**
 * What the links know of their place, and their bounds.
 *
 * @param self this place
 * @param secret the cluster's secret, at least 8 bytes
 * @param programHash 32 bytes, equal at all places of a run
 * @param chance where nonces come from; must be unpredictable beyond tests
 * @param frameBytes the largest frame, 1 KiB to 16 MiB
 * @param payloadBytes the largest payload
 * @param windowBytes how much may be on its way to a peer without acknowledgement
 * @param queueBytes how much may wait for a peer besides, before who sends is told to wait
 */
public record LinkOptions(
        Member self,
        byte[] secret,
        byte[] programHash,
        Chance chance,
        int frameBytes,
        int payloadBytes,
        int windowBytes,
        int queueBytes) {
    static final int HASH_BYTES = 32;
    private static final int LEAST_SECRET = 8;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if something is out of bounds
     */
    public LinkOptions {
        if (secret.length < LEAST_SECRET) {
            throw new IllegalArgumentException(
                    "the secret has " + secret.length + " bytes; it needs at least " + LEAST_SECRET);
        }
        if (programHash.length != HASH_BYTES) {
            throw new IllegalArgumentException(
                    "the program hash has " + programHash.length + " bytes; it has " + HASH_BYTES);
        }
        if (frameBytes < 1 << 10 || frameBytes > 1 << 24) {
            throw new IllegalArgumentException("a frame of " + frameBytes + " bytes; frames have 1 KiB to 16 MiB");
        }
        if (payloadBytes < 1 || windowBytes < 1 || queueBytes < 1) {
            throw new IllegalArgumentException("payloads of " + payloadBytes + " bytes in a window of " + windowBytes
                    + " bytes, after a queue of " + queueBytes + "; each has at least 1");
        }
    }

    /**
     * The bounds of {@link Bound}.
     *
     * @param self this place
     * @param secret the cluster's secret
     * @param programHash the program's hash
     * @param chance where nonces come from
     * @return options
     */
    public static LinkOptions of(Member self, byte[] secret, byte[] programHash, Chance chance) {
        return new LinkOptions(
                self,
                secret,
                programHash,
                chance,
                Bound.FRAME_BYTES.intValue(),
                Bound.PAYLOAD_BYTES.intValue(),
                Bound.LINK_WINDOW_BYTES.intValue(),
                Bound.LINK_QUEUE_BYTES.intValue());
    }

    /**
     * Returns the same with another bound on a payload, on what is on its way to a peer, and on what waits for it.
     *
     * @param payload the largest payload, at least 1
     * @param bytes each of the two, at least 1
     * @return options
     */
    public LinkOptions within(int payload, int bytes) {
        return new LinkOptions(self, secret, programHash, chance, frameBytes, payload, bytes, bytes);
    }

    /**
     * Returns the same with another bound on what is on its way to a peer, and on what waits for it.
     *
     * @param bytes each of the two, at least 1
     * @return options
     */
    public LinkOptions within(int bytes) {
        return within(payloadBytes, bytes);
    }
}
