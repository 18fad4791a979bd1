package org.sojourn.host.run;

import java.security.SecureRandom;

/** What the places of one run know and no stranger does. */
public final class Secret {
    /** How long it is. */
    static final int BYTES = 32;

    private static final SecureRandom SECURE = new SecureRandom();

    private Secret() {}

    /**
     * Mints a secret.
     *
     * @return 256 random bits
     */
    public static byte[] fresh() {
        byte[] secret = new byte[BYTES];
        SECURE.nextBytes(secret);
        return secret;
    }
}
