package org.sojourn.net.tls;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Network;

/** TLS as somebody speaks it who checks nothing, neither the other side nor what it shows itself. */
public final class ForeignTls {
    private static final Duration DAY = Duration.ofDays(1);

    private ForeignTls() {}

    /**
     * An identity of yesterday.
     *
     * @param authority makes it
     * @param place the number of the place
     * @return the identity
     */
    public static Network.Identity expired(RunAuthority authority, int place) {
        Instant now = Instant.now();
        return authority.named(now.minus(DAY.multipliedBy(2)), now.minus(DAY), PlaceNames.of(place));
    }

    /**
     * An identity of tomorrow.
     *
     * @param authority makes it
     * @param place the number of the place
     * @return the identity
     */
    public static Network.Identity tooEarly(RunAuthority authority, int place) {
        Instant now = Instant.now();
        return authority.named(now.plus(DAY), now.plus(DAY.multipliedBy(2)), PlaceNames.of(place));
    }

    /**
     * Shows an identity, or nothing.
     *
     * @param identity what is shown, whatever it is worth
     * @return makes sockets
     * @throws GeneralSecurityException if it is no identity at all
     */
    public static SSLContext context(Network.@Nullable Identity identity) throws GeneralSecurityException {
        KeyManager[] keys = new KeyManager[0];
        if (identity != null) {
            X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(
                            new ByteArrayInputStream(identity.chain().get(0)));
            PrivateKey key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(identity.key()));
            keys = new KeyManager[] {new OneKey(key, new X509Certificate[] {certificate})};
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, new TrustManager[] {new Trusting()}, null);
        return context;
    }

    private static final class Trusting implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
