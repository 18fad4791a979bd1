package org.sojourn.launch.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyEncryptionContext;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.net.SshdSocketAddress;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.forward.ForwardingFilter;
import org.apache.sshd.server.shell.ProcessShellFactory;
import org.jspecify.annotations.Nullable;

/**
 * A host whose sshd is in this process, and a user of it with files for ssh of its own. Commands run on this machine, by a shell whose
 * start-up files are noisy.
 */
final class TestHost implements AutoCloseable {
    static final String NAME = "127.0.0.1";

    static {
        JdkKeys.register(); // before anybody asks which keys there are
    }

    private static final String NOISE = "echo 'Welcome, it is Monday'; echo 'no mail' >&2; ";

    final KeyPair key = pair();
    final KeyPair own = pair();
    final List<String> commands = new CopyOnWriteArrayList<>();
    final AtomicInteger logins = new AtomicInteger();
    final Path folder;
    private final SshServer server = SshServer.setUpDefaultServer();
    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();

    volatile boolean forwards = true;
    volatile String password = "";

    TestHost(Path home) throws IOException {
        folder = Files.createDirectories(home.resolve(".ssh"));
        server.setHost(NAME);
        server.setKeyPairProvider(KeyPairProvider.wrap(key));
        server.setPublickeyAuthenticator((user, shown, session) -> {
            boolean isOwn = KeyUtils.compareKeys(own.getPublic(), shown);
            if (isOwn && sessions.add(session)) {
                logins.incrementAndGet();
            }
            return isOwn;
        });
        server.setPasswordAuthenticator((user, given, session) -> !password.isEmpty() && given.equals(password));
        server.setCommandFactory((channel, command) -> {
            commands.add(command);
            return new ProcessShellFactory(command, "/bin/sh", "-c", NOISE + command).createShell(channel);
        });
        server.setForwardingFilter(new ForwardingFilter() {
            @Override
            public boolean canForwardAgent(Session session, String type) {
                return false;
            }

            @Override
            public boolean canForwardX11(Session session, String type) {
                return false;
            }

            @Override
            public boolean canListen(SshdSocketAddress address, Session session) {
                return forwards;
            }

            @Override
            public boolean canConnect(Type type, SshdSocketAddress address, Session session) {
                return forwards;
            }
        });
        server.start();
    }

    static KeyPair pair() {
        return pair("Ed25519");
    }

    private static KeyPair pair(String algorithm) {
        try {
            return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** It has a key of another type too, which others prefer. */
    TestHost withTwoKeys() {
        server.setKeyPairProvider(KeyPairProvider.wrap(pair("EC"), key));
        return this;
    }

    int port() {
        return server.getPort();
    }

    Machine machine() {
        return machine(null, null);
    }

    Machine machine(@Nullable String java, @Nullable String cache) {
        return new Machine(NAME, "me", port(), java, cache);
    }

    /** Makes the host known by a key. */
    TestHost known(KeyPair by) {
        return known("[" + NAME + "]:" + port() + " " + PublicKeyEntry.toString(by.getPublic()));
    }

    TestHost known(String line) {
        return written("known_hosts", line + "\n");
    }

    /** Gives the user the key that is let in. */
    TestHost withKey() {
        return withKey(own, null);
    }

    TestHost withKey(KeyPair pair, @Nullable String passphrase) {
        try (OutputStream out = Files.newOutputStream(folder.resolve("id_ed25519"))) {
            OpenSSHKeyEncryptionContext encryption = null;
            if (passphrase != null) {
                encryption = new OpenSSHKeyEncryptionContext();
                encryption.setPassword(passphrase);
                encryption.setCipherName("AES");
                encryption.setCipherType("256");
                encryption.setCipherMode("CTR");
            }
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(pair, "me@here", encryption, out);
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
        return this;
    }

    TestHost written(String file, String text) {
        try {
            Files.writeString(folder.resolve(file), text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    SshSettings settings(Map<String, String> environment) {
        SshSettings all = SshSettings.of(folder, environment);
        return new SshSettings(
                all.config(),
                List.of(folder.resolve("known_hosts")), // and not this machine's
                all.keys(),
                all.agent(),
                all.user(),
                all.password());
    }

    /** The network to the host is cut, as this host sees it. */
    void cut() {
        new ArrayList<>(server.getActiveSessions()).forEach(each -> each.close(true));
    }

    @Override
    public void close() {
        try {
            server.close(true);
        } finally {
            sessions.clear();
        }
    }
}
