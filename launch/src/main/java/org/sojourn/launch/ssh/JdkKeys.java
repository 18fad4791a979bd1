package org.sojourn.launch.ssh;

import java.security.Provider;
import java.security.Security;
import java.util.Optional;
import org.apache.sshd.common.util.security.AbstractSecurityProviderRegistrar;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSASupport;

/** Tells the ssh library of {@link JdkEd25519}. */
final class JdkKeys extends AbstractSecurityProviderRegistrar {
    private static final String PROVIDER = "SunEC";

    private JdkKeys() {
        super(PROVIDER);
    }

    /** Tells it, once. */
    static void register() {
        SecurityUtils.registerSecurityProvider(new JdkKeys());
    }

    @Override
    public Provider getSecurityProvider() {
        return Security.getProvider(PROVIDER);
    }

    @Override
    public boolean isSupported() {
        return Security.getProvider(PROVIDER) != null;
    }

    /** It finds all else by itself. */
    @Override
    public boolean isSecurityEntitySupported(Class<?> entityType, String name) {
        return false;
    }

    @Override
    public Optional<EdDSASupport<?, ?>> getEdDSASupport() {
        return Optional.of(new JdkEd25519());
    }
}
