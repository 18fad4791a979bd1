package org.sojourn.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.kernel.port.Network;

class CredentialsTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final RunAuthority AUTHORITY = RunAuthority.of(DAY);

    @TempDir
    private Path folder;

    @Test
    void certificate_ofAnAuthority_namesItsPlaceAndIsGoodFromAnHourBeforeNow() throws Exception {
        Instant before = Instant.now();
        Network.Identity identity = AUTHORITY.identity(12);
        X509Certificate certificate = read(identity.chain().get(0));
        X509Certificate authority = read(identity.authority());

        certificate.verify(authority.getPublicKey());
        assertThat(certificate.getVersion()).isEqualTo(3);
        assertThat(PlaceNames.place(certificate)).isEqualTo(12);
        assertThat(certificate.getNotBefore().toInstant()).isBefore(before.minus(Duration.ofMinutes(59)));
        assertThat(certificate.getNotAfter().toInstant()).isBefore(before.plus(DAY));
        assertThat(certificate.getSerialNumber().bitLength()).isEqualTo(127);
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThat(authority.getBasicConstraints()).isZero();
        assertThat(authority.getKeyUsage()).startsWith(false, false, false, false, false, true);
        assertThat(AUTHORITY.identity(12).chain().get(0))
                .isNotEqualTo(identity.chain().get(0));
        assertThat(identity.toString()).isEqualTo("Identity[chain=1]");
    }

    @Test
    void times_beyondTheShortForm_areReadAsWritten() throws Exception {
        Instant until = Instant.parse("2071-02-03T04:05:06Z");
        RunAuthority lasting = new RunAuthority(Instant.parse("2001-02-03T04:05:06Z"), until);

        assertThat(read(lasting.identity(0).chain().get(0)).getNotAfter()).isEqualTo(until);
        assertThatCode(() -> Credentials.of(lasting.identity(0), 0)).doesNotThrowAnyException();
        assertThatThrownBy(() -> RunAuthority.of(Duration.ZERO)).hasMessageContaining("more than 0");
    }

    @Test
    void identity_thatOthersWouldRefuse_isRefusedWithTheReason() {
        Instant now = Instant.now();
        Network.Identity good = AUTHORITY.identity(3);
        Network.Identity other = RunAuthority.of(DAY).identity(3);
        Instant soon = now.plus(DAY);

        assertThatCode(() -> Credentials.of(good, 3)).doesNotThrowAnyException();
        refused(() -> Credentials.of(good, 4), "p4 can't show its identity: its certificate is p3's");
        refused(() -> Credentials.of(ForeignTls.expired(AUTHORITY, 3), 3), "its certificate has expired at ");
        refused(() -> Credentials.of(ForeignTls.tooEarly(AUTHORITY, 3), 3), "do the clocks agree?");
        refused(
                () -> Credentials.of(new Network.Identity(good.key(), good.chain(), other.authority()), 3),
                "(CN=p3) was not made by the authority that this place trusts");
        refused(
                () -> Credentials.of(new Network.Identity(other.key(), good.chain(), good.authority()), 3),
                "the private key doesn't fit the certificate");
        refused(
                () -> Credentials.of(new Network.Identity(new byte[9], good.chain(), good.authority()), 3),
                "isn't a PKCS#8 key for EC");
        refused(
                () -> Credentials.of(new Network.Identity(good.key(), List.of(new byte[9]), good.authority()), 3),
                "9 bytes aren't an X.509 certificate");
        refused(() -> Credentials.of(AUTHORITY.named(now, soon, "p03", "www.example.org"), 3), "names no place");
        refused(() -> Credentials.of(AUTHORITY.named(now, soon, "p3", "p4"), 3), "names several places: p3, p4");
    }

    @Test
    void files_inPem_areReadAsTheyWereWritten() throws IOException {
        Network.Identity identity = AUTHORITY.identity(3);
        Path key = pem("key", "PRIVATE KEY", identity.key());
        Path chain = pem("chain", "CERTIFICATE", identity.chain().get(0));
        Path authority = pem("authority", "CERTIFICATE", identity.authority());
        Files.writeString(chain, "a comment\n" + Files.readString(chain).replace("\n", "\r\n"));

        Network.Identity read = PemFiles.identity(3, key, chain, authority);

        assertThat(read.key()).isEqualTo(identity.key());
        assertThat(read.chain()).usingRecursiveComparison().isEqualTo(identity.chain());
        assertThat(read.authority()).isEqualTo(identity.authority());
    }

    @Test
    void files_withSomethingElse_areRefusedWithTheReason() throws IOException {
        Network.Identity identity = AUTHORITY.identity(3);
        Path key = pem("key", "PRIVATE KEY", identity.key());
        Path chain = pem("chain", "CERTIFICATE", identity.chain().get(0));
        Path authority = pem("authority", "CERTIFICATE", identity.authority());
        Path missing = folder.resolve("missing");
        Path old = pem("old", "EC PRIVATE KEY", identity.key());
        Path locked = pem("locked", "ENCRYPTED PRIVATE KEY", identity.key());
        Path damaged = Files.writeString(
                folder.resolve("damaged"), Files.readString(key).replaceFirst("M", "!"));
        Path strange = pem("strange", "PRIVATE KEY", AUTHORITY.identity(3).key());
        Path both = Files.writeString(folder.resolve("both"), Files.readString(chain) + Files.readString(authority));

        refused(
                () -> PemFiles.identity(3, missing, chain, authority),
                "private key of p3 can't be read: there is no file");
        refused(() -> PemFiles.identity(3, folder, chain, authority), "can't be read from");
        refused(() -> PemFiles.identity(3, chain, chain, authority), "begins with -----BEGIN PRIVATE KEY-----");
        refused(() -> PemFiles.identity(3, old, chain, authority), "openssl pkcs8 -topk8 -nocrypt -in " + old);
        refused(() -> PemFiles.identity(3, locked, chain, authority), "form ENCRYPTED PRIVATE KEY");
        refused(() -> PemFiles.identity(3, damaged, chain, authority), "is damaged: ");
        refused(() -> PemFiles.identity(3, strange, chain, authority), "the private key doesn't fit the certificate");
        refused(() -> PemFiles.identity(3, strange, chain, authority), strange.toString());
        refused(() -> PemFiles.identity(3, key, key, authority), "begins with -----BEGIN CERTIFICATE-----");
        refused(() -> PemFiles.identity(3, key, chain, key), "the authority's certificate isn't in");
        refused(() -> PemFiles.identity(3, key, chain, both), "holds 2 certificates");
        refused(() -> PemFiles.identity(5, key, chain, authority), "its certificate is p3's");
    }

    @Test
    void identity_withoutAKey_isNone() {
        assertThatThrownBy(() -> new Network.Identity(new byte[0], List.of(new byte[1]), new byte[1]))
                .hasMessageContaining("has a key");
    }

    private static void refused(ThrowingCallable call, String sentence) {
        assertThatThrownBy(call).isInstanceOf(IOException.class).hasMessageContaining(sentence);
    }

    private Path pem(String name, String label, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        List<String> lines = Arrays.asList("-----BEGIN " + label + "-----", text, "-----END " + label + "-----", "");
        return Files.writeString(folder.resolve(name), String.join("\n", lines), StandardCharsets.US_ASCII);
    }

    private static X509Certificate read(byte[] encoded) throws Exception {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }
}
