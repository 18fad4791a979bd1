package org.sojourn.host.join;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sojourn.host.run.Secret;

/**
 * What lets places join a run: a secret that only its user knows, and by what the run's authority is known. Whoever has it can take part
 * in the run, and is sure to deal with it. It stands in a file that only its owner can read, or in the environment; never on a command
 * line, which all users of a machine can read.
 */
public final class Token {
    /** The token itself, in the environment of whoever joins. */
    public static final String VARIABLE = "SOJOURN_TOKEN";

    static final int PROOF_BYTES = 32;
    private static final Pattern TEXT = Pattern.compile("sojourn1-([0-9a-f]{64})-([0-9a-f]{64})");

    private final byte[] secret;
    private final byte[] pin;

    private Token(byte[] secret, byte[] pin) {
        this.secret = secret.clone();
        this.pin = pin.clone();
    }

    /**
     * Makes the token of a new run.
     *
     * @param pin by what its authority is known
     * @return a token like no other
     */
    public static Token fresh(byte[] pin) {
        return new Token(Secret.fresh(), pin);
    }

    /**
     * Reads a token.
     *
     * @param text as {@link #text} has it; white space around it doesn't matter
     * @return the token
     * @throws IllegalArgumentException if it is none; a sentence, which doesn't repeat it
     */
    public static Token of(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("it has " + text.strip().length()
                    + " characters and isn't what ./sojourn run --listen writes; copy the whole file");
        }
        HexFormat hex = HexFormat.of();
        return new Token(hex.parseHex(matcher.group(1)), hex.parseHex(matcher.group(2)));
    }

    /** {@return the token, to be kept from others} */
    public String text() {
        HexFormat hex = HexFormat.of();
        return "sojourn1-" + hex.formatHex(secret) + "-" + hex.formatHex(pin);
    }

    /** {@return by what the run's authority is known} */
    public byte[] pin() {
        return pin.clone();
    }

    /** What shows that somebody knows the secret; said only to the run that has it. */
    byte[] proof() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(secret);
            return digest.digest("joiner".getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** {@return nothing of the secret} */
    @Override
    public String toString() {
        return "Token";
    }
}
