package org.sojourn.launch.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.session.SessionContext;
import org.apache.sshd.common.util.io.resource.PathResource;
import org.apache.sshd.common.util.security.SecurityUtils;

/**
 * The keys in a user's files. One that can't be read, or needs a passphrase, is left out and noted: nobody is asked here, and the agent
 * may have it.
 */
final class OwnKeys implements KeyIdentityProvider {
    private final List<Path> files;
    private final Attempts attempts;

    OwnKeys(List<Path> files, Attempts attempts) {
        this.files = files;
        this.attempts = attempts;
    }

    @Override
    public Iterable<KeyPair> loadKeys(SessionContext session) {
        List<KeyPair> keys = new ArrayList<>();
        for (Path file : files) {
            if (Files.isRegularFile(file)) {
                load(session, file, keys);
            }
        }
        return keys;
    }

    private void load(SessionContext session, Path file, List<KeyPair> keys) {
        boolean[] isLocked = {false};
        try (InputStream in = Files.newInputStream(file)) {
            Iterable<KeyPair> read = SecurityUtils.loadKeyPairIdentities(
                    session, new PathResource(file), in, (context, resource, retry) -> {
                        isLocked[0] = true;
                        return null;
                    });
            if (read != null) {
                read.forEach(keys::add);
            }
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            if (!isLocked[0]) {
                attempts.note(session, file + " can't be read (" + e.getMessage() + ")");
            }
        }
        if (isLocked[0]) {
            attempts.note(session, file + " needs a passphrase (ssh-add gives it to the agent)");
        }
    }
}
