package org.sojourn.net.tls;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.sojourn.kernel.port.Network;

/**
 * TLS between a launcher and those who come to it from other machines: version 1.3 only, with a certificate at the launcher's end. It is
 * made by the run's authority, whose certificate comes with it, and names the launcher; so no place can pass for it. Whoever comes knows
 * the hash of the authority's certificate beforehand, and shows by what is said then who it is.
 */
public final class LauncherTls {
    /** The one DNS name in a launcher's certificate, which is no place's. */
    static final String NAME = "launcher";

    private final SSLContext context;

    private LauncherTls(SSLContext context) {
        this.context = context;
    }

    /** What a launcher accepts with. */
    static LauncherTls of(Network.Identity identity) throws IOException {
        try {
            X509Certificate[] chain = {
                Credentials.certificate(identity.chain().get(0)), Credentials.certificate(identity.authority())
            };
            PrivateKey key = Credentials.key(identity.key(), chain[0].getPublicKey());
            return new LauncherTls(context(new KeyManager[] {new OneKey(key, chain)}, new TrustManager[0]));
        } catch (GeneralSecurityException e) {
            throw new IOException("the launcher can't show its identity: " + e.getMessage(), e);
        }
    }

    private static SSLContext context(KeyManager[] shown, TrustManager[] trusted) throws GeneralSecurityException {
        SSLContext made = SSLContext.getInstance(Credentials.VERSION);
        made.init(shown, trusted, null);
        return made;
    }

    Socket accept(Socket accepted) throws IOException {
        return begin(context, accepted, false);
    }

    /**
     * Begins TLS on a connection to a launcher.
     *
     * @param connected the connection
     * @param pin the hash of the authority's certificate
     * @return what is spoken by
     * @throws EOFException if the other end hangs up before all that is settled
     * @throws IOException if it isn't that authority's launcher; a sentence
     */
    public static Socket dial(Socket connected, byte[] pin) throws IOException {
        try {
            return begin(context(new KeyManager[0], new TrustManager[] {new PinTrust(pin)}), connected, true);
        } catch (GeneralSecurityException e) {
            throw new IOException("this Java runtime can't speak TLS 1.3: " + e.getMessage(), e);
        }
    }

    private static Socket begin(SSLContext with, Socket connected, boolean dials) throws IOException {
        SSLSocket speaks = (SSLSocket) with.getSocketFactory()
                .createSocket(connected, connected.getInetAddress().getHostAddress(), connected.getPort(), true);
        speaks.setUseClientMode(dials);
        speaks.setEnabledProtocols(new String[] {Credentials.VERSION});
        try {
            speaks.startHandshake();
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (SSLException | SocketException e) {
            throw hasHungUp(e) ? hungUp(e) : new IOException(refusal(e), e);
        }
        return speaks;
    }

    private static boolean hasHungUp(IOException failure) {
        return Stream.<Throwable>iterate(failure, each -> each != null, Throwable::getCause)
                .anyMatch(each -> each instanceof EOFException || each instanceof SocketException);
    }

    private static EOFException hungUp(IOException failure) {
        EOFException told = new EOFException("the other end hung up before both had agreed on TLS");
        told.initCause(failure);
        return told;
    }

    /** What the judge of a certificate says is a sentence, and what TLS says of it is none. */
    private static String refusal(IOException failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof CertificateException) {
                return String.valueOf(each.getMessage());
            }
        }
        return "the other end doesn't speak TLS 1.3 with this one: " + failure.getMessage();
    }

    static byte[] pin(byte[] certificate) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(certificate);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    static byte[] pin(X509Certificate certificate) throws CertificateException {
        try {
            return pin(certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new CertificateException("a certificate that can't be encoded: " + e.getMessage(), e);
        }
    }

    /** Whether a certificate names the launcher and nobody else. */
    static boolean isLaunchers(X509Certificate certificate) throws CertificateException {
        return certificate.getSubjectAlternativeNames() != null
                && certificate.getSubjectAlternativeNames().stream()
                        .map(each -> String.valueOf(each.get(1)))
                        .toList()
                        .equals(List.of(NAME));
    }
}
