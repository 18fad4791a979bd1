package org.sojourn.net.tls;

import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Network;

/**
 * Makes certificates for the places of one run, where these are started. Its own key is in memory only, and gone with the process;
 * so whoever was no place of the run can't become one later.
 *
 * <p>Keys are EC P-256, signatures ECDSA with SHA-256. A place's certificate is good for both ends of a connection and
 * has one name, {@code p} and the place's number, as DNS name and common name.
 *
 * <p>The JDK reads certificates and makes none. These have one shape, so what writes them is less than what a library for any
 * would have to be told, and what reads them, and judges them, is the JDK.
 */
public final class RunAuthority implements Network.Authority {
    private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);
    private static final int SERIAL_BITS = 127;
    private static final int KEY_NAME_BYTES = 20;
    private static final int VERSION_3 = 2;
    private static final int SIGNS_CERTIFICATES = 5;
    private static final int SIGNS = 0;
    private static final byte[] ALGORITHM = Der.sequence(Der.identifier("1.2.840.10045.4.3.2")); // ECDSA with SHA-256
    private static final byte[] COMMON_NAME = Der.identifier("2.5.4.3");
    private static final byte[] KEY_NAME = Der.identifier("2.5.29.14");
    private static final byte[] KEY_USAGE = Der.identifier("2.5.29.15");
    private static final byte[] OTHER_NAMES = Der.identifier("2.5.29.17");
    private static final byte[] BASIC_CONSTRAINTS = Der.identifier("2.5.29.19");
    private static final byte[] AUTHORITY_KEY_NAME = Der.identifier("2.5.29.35");
    private static final byte[] EXTENDED_KEY_USAGE = Der.identifier("2.5.29.37");
    private static final byte[] BOTH_ENDS =
            Der.sequence(Der.identifier("1.3.6.1.5.5.7.3.1"), Der.identifier("1.3.6.1.5.5.7.3.2"));
    private static final int DNS_NAME = 0x82;
    private static final int KEY_IDENTIFIER = 0x80;

    private final SecureRandom random;
    private final Instant from;
    private final Instant until;
    private final KeyPair own;
    private final byte[] name;
    private final byte[] certificate;

    /** Guarded by this. */
    private @Nullable LauncherTls launcher;

    /**
     * Makes a new authority.
     *
     * @param from its certificates are good from then on
     * @param until and no longer than until then
     */
    public RunAuthority(Instant from, Instant until) {
        random = new SecureRandom();
        this.from = from;
        this.until = until;
        own = newKey();
        byte[] number = new byte[Long.BYTES];
        random.nextBytes(number);
        name = name("Sojourn run " + HexFormat.of().formatHex(number));
        certificate = certificate(
                from,
                until,
                name,
                own.getPublic(),
                extension(BASIC_CONSTRAINTS, true, Der.sequence(Der.truth(), Der.integer(BigInteger.ZERO))),
                extension(KEY_USAGE, true, Der.bit(SIGNS_CERTIFICATES)),
                extension(KEY_NAME, false, Der.octets(keyName(own.getPublic()))));
    }

    /**
     * Makes a new authority whose certificates are good from an hour before now on: clocks differ.
     *
     * @param validity how long from now on
     * @return the authority
     */
    public static RunAuthority of(Duration validity) {
        if (validity.isNegative() || validity.isZero()) {
            throw new IllegalArgumentException("certificates that are good for " + validity + "; it is more than 0");
        }
        Instant now = Instant.now();
        return new RunAuthority(now.minus(CLOCKS_DIFFER), now.plus(validity));
    }

    @Override
    public Network.Identity identity(int place) {
        return named(from, until, PlaceNames.of(place));
    }

    @Override
    public byte[] pin() {
        return LauncherTls.pin(certificate);
    }

    @Override
    public Socket accept(Socket accepted) throws IOException {
        return launcher().accept(accepted);
    }

    /** Made when the first one comes: most runs have no such lines. */
    private synchronized LauncherTls launcher() throws IOException {
        LauncherTls made = launcher;
        if (made == null) {
            made = LauncherTls.of(named(from, until, LauncherTls.NAME));
            launcher = made;
        }
        return made;
    }

    /** An identity of any time, with DNS names that may be no place's. */
    Network.Identity named(Instant goodFrom, Instant goodUntil, String... names) {
        KeyPair key = newKey();
        byte[][] encoded = Arrays.stream(names)
                .map(each -> Der.tagged(DNS_NAME, each.getBytes(StandardCharsets.US_ASCII)))
                .toArray(byte[][]::new);
        byte[] made = certificate(
                goodFrom,
                goodUntil,
                name(names[0]),
                key.getPublic(),
                extension(BASIC_CONSTRAINTS, true, Der.sequence()),
                extension(KEY_USAGE, true, Der.bit(SIGNS)),
                extension(EXTENDED_KEY_USAGE, false, BOTH_ENDS),
                extension(OTHER_NAMES, false, Der.sequence(encoded)),
                extension(
                        AUTHORITY_KEY_NAME, false, Der.sequence(Der.tagged(KEY_IDENTIFIER, keyName(own.getPublic())))));
        return new Network.Identity(key.getPrivate().getEncoded(), List.of(made), certificate);
    }

    private byte[] certificate(
            Instant goodFrom, Instant goodUntil, byte[] subject, PublicKey key, byte[]... extensions) {
        byte[] said = Der.sequence(
                Der.tagged(0xA0, Der.integer(BigInteger.valueOf(VERSION_3))),
                Der.integer(new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS - 1)),
                ALGORITHM,
                name,
                Der.sequence(Der.time(goodFrom), Der.time(goodUntil)),
                subject,
                key.getEncoded(),
                Der.tagged(0xA3, Der.sequence(extensions)));
        return Der.sequence(said, ALGORITHM, Der.bits(signature(own.getPrivate(), said)));
    }

    private static byte[] extension(byte[] what, boolean isCritical, byte[] value) {
        return isCritical ? Der.sequence(what, Der.truth(), Der.octets(value)) : Der.sequence(what, Der.octets(value));
    }

    private static byte[] name(String commonName) {
        return Der.sequence(Der.set(Der.sequence(COMMON_NAME, Der.text(commonName))));
    }

    private KeyPair newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java runtime makes no keys for EC P-256; use one that does", e);
        }
    }

    private byte[] signature(PrivateKey key, byte[] said) {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(key, random);
            signature.update(said);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java runtime can't sign by ECDSA; use one that can", e);
        }
    }

    private static byte[] keyName(PublicKey key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
            return Arrays.copyOf(hash, KEY_NAME_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
