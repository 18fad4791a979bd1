package org.sojourn.net.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import org.sojourn.kernel.port.Network;

/**
 * A place's identity, checked, and TLS by it: version 1.3 only, with a certificate at both ends, each of the same
 * authority. No session is resumed, so each connection is judged anew.
 */
public final class Credentials {
    static final String VERSION = "TLSv1.3";

    /** How keys are exchanged doesn't depend on certificates in this version. */
    private static final String ANY = "UNKNOWN";

    private final SSLContext context;

    private Credentials(SSLContext context) {
        this.context = context;
    }

    /**
     * Checks an identity, as any other place will.
     *
     * @param identity the identity
     * @param place the number of the place that it is to be of
     * @return what connections are made with
     * @throws IOException if others would refuse it; a sentence for people
     */
    public static Credentials of(Network.Identity identity, int place) throws IOException {
        try {
            X509Certificate[] chain = new X509Certificate[identity.chain().size()];
            for (int i = 0; i < chain.length; i++) {
                chain[i] = certificate(identity.chain().get(i));
            }
            PrivateKey key = key(identity.key(), chain[0].getPublicKey());
            RunTrust trust = new RunTrust(certificate(identity.authority()));
            trust.checkServerTrusted(chain, ANY);
            trust.checkClientTrusted(chain, ANY);
            int named = PlaceNames.place(chain[0]);
            if (named != place) {
                throw new CertificateException("its certificate is p" + named + "'s");
            }
            SSLContext made = SSLContext.getInstance(VERSION);
            made.init(new KeyManager[] {new OneKey(key, chain)}, new TrustManager[] {trust}, null);
            return new Credentials(made);
        } catch (GeneralSecurityException e) {
            throw new IOException("p" + place + " can't show its identity: " + e.getMessage(), e);
        }
    }

    /**
     * Begins TLS on a connection.
     *
     * @param dials whether this end has dialled
     * @return an engine that asks for a certificate at either end
     */
    public SSLEngine engine(boolean dials) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(dials);
        engine.setEnabledProtocols(new String[] {VERSION});
        if (!dials) {
            engine.setNeedClientAuth(true);
        }
        return engine;
    }

    /**
     * Says who is at the other end.
     *
     * @param session of an engine whose handshake is complete
     * @return the number of the place that its certificate names
     */
    public static int place(SSLSession session) {
        try {
            return PlaceNames.place((X509Certificate) session.getPeerCertificates()[0]);
        } catch (SSLPeerUnverifiedException | CertificateException e) {
            throw new IllegalStateException("a session without a certificate that was checked", e);
        }
    }

    static X509Certificate certificate(byte[] encoded) throws CertificateException {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
        } catch (CertificateException e) {
            throw new CertificateException(encoded.length + " bytes aren't an X.509 certificate: " + e.getMessage(), e);
        }
    }

    static PrivateKey key(byte[] encoded, PublicKey certified) throws GeneralSecurityException {
        String algorithm = certified.getAlgorithm();
        String signs = switch (algorithm) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            case "EdDSA" -> "EdDSA";
            default ->
                throw new GeneralSecurityException(
                        "its key is for " + algorithm + "; keys are for EC, RSA, or EdDSA (Ed25519)");
        };
        PrivateKey key;
        try {
            key = KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            throw new GeneralSecurityException(
                    "the private key isn't a PKCS#8 key for " + algorithm + ", which the certificate is for", e);
        }
        Signature signature = Signature.getInstance(signs);
        signature.initSign(key);
        signature.update(certified.getEncoded());
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(certified.getEncoded());
        if (!signature.verify(signed)) {
            throw new GeneralSecurityException("the private key doesn't fit the certificate; take both of one pair");
        }
        return key;
    }
}
