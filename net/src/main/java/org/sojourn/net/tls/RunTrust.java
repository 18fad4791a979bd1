package org.sojourn.net.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Set;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts certificates of one authority that name a place and are good now. The JDK judges all but the name; what it says is put
 * into sentences about the other side's certificate.
 */
final class RunTrust extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager judge;
    private final X509Certificate authority;

    /** What the JDK has to say. */
    interface Check {
        void run() throws CertificateException;
    }

    RunTrust(X509Certificate authority) throws GeneralSecurityException {
        this.authority = authority;
        this.judge = judge(authority);
    }

    /** Trusts what an authority has certified, whatever its name. */
    static X509ExtendedTrustManager judge(X509Certificate authority) throws GeneralSecurityException {
        PKIXBuilderParameters parameters =
                new PKIXBuilderParameters(Set.of(new TrustAnchor(authority, null)), new X509CertSelector());
        parameters.setRevocationEnabled(false); // an authority lives no longer than its run, or the user sees to it
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(new CertPathTrustManagerParameters(parameters));
        for (TrustManager each : factory.getTrustManagers()) {
            if (each instanceof X509ExtendedTrustManager found) {
                return found;
            }
        }
        throw new InvalidAlgorithmParameterException("this Java runtime has no trust manager for X.509");
    }

    private static void check(X509Certificate[] chain, Check by) throws CertificateException {
        checkAllButName(chain, by);
        PlaceNames.place(chain[0]);
    }

    static void checkAllButName(X509Certificate[] chain, Check by) throws CertificateException {
        X509Certificate shown = chain[0];
        try {
            shown.checkValidity();
            by.run();
        } catch (CertificateExpiredException e) {
            throw new CertificateException(
                    "its certificate has expired at " + shown.getNotAfter().toInstant() + ", and it is " + Instant.now()
                            + " here",
                    e);
        } catch (CertificateNotYetValidException e) {
            throw new CertificateException(
                    "its certificate is good from " + shown.getNotBefore().toInstant() + " on, and it is "
                            + Instant.now() + " here; do the clocks agree?",
                    e);
        } catch (CertificateException e) {
            boolean isStrange = e.getCause() instanceof CertPathBuilderException;
            throw new CertificateException(
                    "its certificate (" + shown.getSubjectX500Principal() + ") "
                            + (isStrange
                                    ? "was not made by the authority that this place trusts"
                                    : "is not accepted: " + e.getMessage()),
                    e.getCause());
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, () -> judge.checkClientTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, () -> judge.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, () -> judge.checkClientTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, () -> judge.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, () -> judge.checkClientTrusted(chain, type));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, () -> judge.checkServerTrusted(chain, type));
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[] {authority};
    }
}
