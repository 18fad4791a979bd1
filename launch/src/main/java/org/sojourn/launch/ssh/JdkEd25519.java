package org.sojourn.launch.ssh;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.EdECKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.KeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import org.apache.sshd.common.config.keys.PrivateKeyEntryDecoder;
import org.apache.sshd.common.config.keys.PublicKeyEntryDecoder;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSASupport;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSAUtils;
import org.apache.sshd.common.util.security.eddsa.generic.GenericEd25519PublicKeyDecoder;
import org.apache.sshd.common.util.security.eddsa.generic.GenericOpenSSHEd25519PrivateKeyEntryDecoder;
import org.apache.sshd.common.util.security.eddsa.generic.GenericSignatureEd25519;

/**
 * Keys of type ssh-ed25519, which most hosts and users have, by the JDK. The ssh library knows them by Bouncy Castle and another library
 * only; what it needs to be told is which classes the JDK has for it.
 */
final class JdkEd25519 implements EdDSASupport<EdECPublicKey, EdECPrivateKey> {
    private static final int BITS = 256;

    @Override
    public PublicKeyEntryDecoder<EdECPublicKey, EdECPrivateKey> getEDDSAPublicKeyEntryDecoder() {
        return new GenericEd25519PublicKeyDecoder<>(EdECPublicKey.class, EdECPrivateKey.class, this);
    }

    @Override
    public PrivateKeyEntryDecoder<EdECPublicKey, EdECPrivateKey> getOpenSSHEDDSAPrivateKeyEntryDecoder() {
        return new GenericOpenSSHEd25519PrivateKeyEntryDecoder<>(EdECPublicKey.class, EdECPrivateKey.class, this);
    }

    @Override
    public Signature getEDDSASigner() {
        return new GenericSignatureEd25519(SecurityUtils.ED25519);
    }

    @Override
    public int getEDDSAKeySize(Key key) {
        return key instanceof EdECKey ? BITS : -1;
    }

    @Override
    public Class<EdECPublicKey> getEDDSAPublicKeyType() {
        return EdECPublicKey.class;
    }

    @Override
    public Class<EdECPrivateKey> getEDDSAPrivateKeyType() {
        return EdECPrivateKey.class;
    }

    @Override
    public boolean compareEDDSAPPublicKeys(PublicKey one, PublicKey other) {
        return one instanceof EdECPublicKey && one.equals(other);
    }

    @Override
    public boolean compareEDDSAPrivateKeys(PrivateKey one, PrivateKey other) {
        return one instanceof EdECPrivateKey && one.equals(other);
    }

    /** The JDK derives a public key only while it makes a pair, so it makes the pair of this private key. */
    @Override
    public EdECPublicKey recoverEDDSAPublicKey(PrivateKey key) throws GeneralSecurityException {
        byte[] seed = EdDSAUtils.getBytes(key);
        KeyPairGenerator generator = KeyPairGenerator.getInstance(SecurityUtils.ED25519);
        generator.initialize(NamedParameterSpec.ED25519, new SecureRandom() {
            @Override
            public void nextBytes(byte[] bytes) {
                System.arraycopy(seed, 0, bytes, 0, bytes.length);
            }
        });
        try {
            return (EdECPublicKey) generator.generateKeyPair().getPublic();
        } finally {
            Arrays.fill(seed, (byte) 0);
        }
    }

    @Override
    public EdECPublicKey generateEDDSAPublicKey(byte[] seed) throws GeneralSecurityException {
        return (EdECPublicKey)
                KeyFactory.getInstance(SecurityUtils.ED25519).generatePublic(EdDSAUtils.createPublicKeySpec(seed));
    }

    @Override
    public EdECPrivateKey generateEDDSAPrivateKey(byte[] seed) throws GeneralSecurityException {
        return (EdECPrivateKey)
                KeyFactory.getInstance(SecurityUtils.ED25519).generatePrivate(EdDSAUtils.createPrivateKeySpec(seed));
    }

    @Override
    public <B extends Buffer> B putRawEDDSAPublicKey(B buffer, PublicKey key) {
        buffer.putBytes(bytes(key));
        return buffer;
    }

    @Override
    public <B extends Buffer> B putEDDSAKeyPair(B buffer, PublicKey publicKey, PrivateKey privateKey) {
        throw new UnsupportedOperationException("no private key is ever sent");
    }

    @Override
    public KeySpec createPublicKeySpec(EdECPublicKey key) {
        return new X509EncodedKeySpec(key.getEncoded());
    }

    @Override
    public KeySpec createPrivateKeySpec(EdECPrivateKey key) {
        return new PKCS8EncodedKeySpec(key.getEncoded());
    }

    @Override
    public byte[] getPublicKeyData(EdECPublicKey key) {
        return bytes(key);
    }

    private static byte[] bytes(PublicKey key) {
        try {
            return EdDSAUtils.getBytes(key);
        } catch (InvalidKeyException e) {
            throw new IllegalArgumentException("no Ed25519 key: " + e.getMessage(), e);
        }
    }

    @Override
    public byte[] getPrivateKeyData(EdECPrivateKey key) {
        try {
            return EdDSAUtils.getBytes(key);
        } catch (InvalidKeyException e) {
            throw new IllegalArgumentException("no Ed25519 key: " + e.getMessage(), e);
        }
    }

    @Override
    public String getKeyFactoryAlgorithm() {
        return SecurityUtils.ED25519;
    }
}
