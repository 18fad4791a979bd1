package org.sojourn.net.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts the launcher that the authority has certified of whose certificate the hash is known. */
final class PinTrust extends X509ExtendedTrustManager {
    private final byte[] pin;

    PinTrust(byte[] pin) {
        this.pin = pin.clone();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        X509Certificate authority = chain[chain.length - 1];
        if (chain.length < 2 || !MessageDigest.isEqual(pin, LauncherTls.pin(authority))) {
            throw new CertificateException(
                    "it isn't the launcher of this run: another authority has made its certificate");
        }
        try {
            X509ExtendedTrustManager judge = RunTrust.judge(authority);
            RunTrust.checkAllButName(chain, () -> judge.checkServerTrusted(chain, type));
        } catch (CertificateException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new CertificateException("this Java runtime can't judge certificates: " + e.getMessage(), e);
        }
        if (!LauncherTls.isLaunchers(chain[0])) {
            throw new CertificateException("it isn't the launcher of this run: its certificate ("
                    + chain[0].getSubjectX500Principal() + ") belongs to another");
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw new CertificateException("a launcher asks for no certificates");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
