package org.sojourn.launch.ssh;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.config.hosts.ConfigFileHostEntryResolver;
import org.apache.sshd.client.config.hosts.HostConfigEntry;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.client.session.forward.ExplicitPortForwardingTracker;
import org.apache.sshd.common.AttributeRepository;
import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.common.util.net.SshdSocketAddress;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.forward.AcceptAllForwardingFilter;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;

/**
 * Logs in at other machines, as ssh would: by the user's configuration, with the agent's keys, those in files, and a password at
 * last, and only where the host is known. A host behind others ({@code ProxyJump}) is reached through them.
 *
 * <p>A session tells by signs of life within half a minute that it is dead, whatever the network says.
 */
final class Login implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMillis(Bound.SSH_LOGIN_MILLIS.value());
    private static final Duration SIGNS = Duration.ofMillis(Bound.SSH_SIGN_MILLIS.value());
    private static final int SIGNS_MISSED = Bound.SSH_SIGNS_MISSED.intValue();
    private static final int MOST_JUMPS = 8;
    private static final Logger LIBRARY = Logger.getLogger("org.apache.sshd");
    private static final AttributeKey<Target> TARGET = new AttributeKey<>();

    /** By which name a host is known, whatever leads to it; and what was wrong with its key. */
    private static final class Target {
        final String host;
        final int port;
        volatile String objection = "";

        Target(String host, int port) {
            this.host = host;
            this.port = port;
        }
    }

    private final SshSettings settings;
    private final KnownHosts known;
    private final SshClient client;
    private final HostConfigEntryResolver configuration;
    private final Attempts attempts = new Attempts();

    /**
     * Nobody is logged in yet.
     *
     * @throws IOException if the user's files can't be read; a sentence
     */
    Login(SshSettings settings) throws IOException {
        if (LIBRARY.getLevel() == null && !Logger.getLogger("org.sojourn").isLoggable(Level.FINE)) {
            LIBRARY.setLevel(Level.OFF); // what it has to say of failures is said in sentences; --log DEBUG shows all
        }
        JdkKeys.register();
        this.client = SshClient.setUpDefaultClient();
        this.settings = settings;
        this.known = KnownHosts.read(settings);
        Path config = settings.config();
        configuration =
                Files.isRegularFile(config) ? new ConfigFileHostEntryResolver(config) : HostConfigEntryResolver.EMPTY;
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setServerKeyVerifier((session, address, key) -> isKnown(session, key));
        client.setPublicKeyAuthenticationReporter(attempts);
        client.setPasswordAuthenticationReporter(attempts);
        client.setForwardingFilter(AcceptAllForwardingFilter.INSTANCE); // places ask for the port that they were given
        Path agent = settings.agent();
        client.setAgentFactory(agent == null ? null : SystemAgent.at(agent, attempts));
        client.addSessionListener(new SessionListener() {
            @Override
            public void sessionCreated(Session session) {
                prefer((ClientSession) session);
            }
        });
        CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
        CoreModuleProperties.HEARTBEAT_NO_REPLY_MAX.set(client, SIGNS_MISSED);
        CoreModuleProperties.HEARTBEAT_INTERVAL.set(client, SIGNS);
        CoreModuleProperties.HEARTBEAT_REQUEST.set(client, "keepalive@openssh.com");
        client.start();
    }

    /**
     * Logs in.
     *
     * @param machine where
     * @return the session
     * @throws IOException if that fails; a sentence that names the host
     */
    ClientSession at(Machine machine) throws IOException {
        return at(machine.toString(), machine.host(), machine.user(), machine.port(), 0);
    }

    private ClientSession at(String named, String host, @Nullable String user, int port, int jumps) throws IOException {
        if (jumps > MOST_JUMPS) {
            throw new IOException("the way to " + named + " has more than " + MOST_JUMPS
                    + " hosts on it; see ProxyJump in " + settings.config());
        }
        HostConfigEntry entry = entry(host, user, port);
        String alias = entry.getProperty("HostKeyAlias");
        Target target = alias == null
                ? new Target(entry.getHostName(), entry.getPort())
                : new Target(alias, SshConstants.DEFAULT_PORT); // by an alias, a host is known at any port
        String jump = entry.getProxyJump();
        if (jump == null || jump.isBlank() || jump.equalsIgnoreCase("none")) {
            InetAddress address = address(named, entry.getHostName());
            return authenticated(
                    named, entry, target, connected(named, entry, target, address.getHostAddress(), entry.getPort()));
        }
        String last = jump.substring(jump.lastIndexOf(',') + 1).strip();
        int at = last.lastIndexOf('@');
        int colon = last.lastIndexOf(':');
        boolean hasPort = colon > at && last.substring(colon + 1).matches("\\d{1,5}");
        ClientSession through = at(
                last + ", by which " + named + " is reached,",
                last.substring(at + 1, hasPort ? colon : last.length()),
                at < 0 ? null : last.substring(0, at),
                hasPort ? Integer.parseInt(last.substring(colon + 1)) : 0,
                jumps + 1);
        try {
            ExplicitPortForwardingTracker way = through.createLocalPortForwardingTracker(
                    new SshdSocketAddress("127.0.0.1", 0), new SshdSocketAddress(entry.getHostName(), entry.getPort()));
            ClientSession session = connected(
                    named, entry, target, "127.0.0.1", way.getBoundAddress().getPort());
            session.addCloseFutureListener(closed -> through.close(true));
            return authenticated(named, entry, target, session);
        } catch (IOException e) {
            through.close(true);
            throw e;
        }
    }

    /** What the configuration says of a host, completed. */
    private HostConfigEntry entry(String host, @Nullable String user, int port) throws IOException {
        String named = user != null ? user : settings.user();
        HostConfigEntry found;
        try {
            found = configuration.resolveEffectiveHost(host, port, null, named, null, null);
        } catch (IOException | RuntimeException e) {
            throw new IOException(settings.config() + " can't be read: " + e.getMessage(), e);
        }
        HostConfigEntry entry = new HostConfigEntry();
        if (found != null) {
            entry.setProperties(found.getProperties());
            entry.setIdentities(found.getIdentities());
            entry.setIdentitiesOnly(found.isIdentitiesOnly());
            entry.setProxyJump(found.getProxyJump());
        }
        String real = found == null ? null : found.getHostName();
        entry.setHostName(real == null || real.isEmpty() ? host : real);
        entry.setPort(
                port > 0 ? port : found != null && found.getPort() > 0 ? found.getPort() : SshConstants.DEFAULT_PORT);
        String configured = found == null ? null : found.getUsername();
        entry.setUsername(
                named != null
                        ? named
                        : configured != null && !configured.isEmpty() ? configured : System.getProperty("user.name"));
        return entry;
    }

    private static InetAddress address(String named, String host) throws IOException {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("there is no host " + named + ": no address is known for the name " + host, e);
        }
    }

    private ClientSession connected(String named, HostConfigEntry entry, Target target, String address, int port)
            throws IOException {
        HostConfigEntry direct = new HostConfigEntry("", address, port, entry.getUsername(), null);
        direct.setIdentitiesOnly(true); // this class chooses the keys
        try {
            return client.connect(direct, AttributeRepository.ofKeyValuePair(TARGET, target), null)
                    .verify(PATIENCE)
                    .getSession();
        } catch (IOException e) {
            throw new IOException(named + " can't be reached: " + why(e, entry), e);
        }
    }

    private static String why(IOException failure, HostConfigEntry entry) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String said = String.valueOf(each.getMessage()).toLowerCase(Locale.ROOT);
            if (each instanceof NoRouteToHostException || said.contains("unreachable")) {
                return "there is no route to it";
            }
            if (each instanceof ConnectException && said.contains("refused")) {
                return "nothing listens at its port " + entry.getPort() + "; is sshd running there?";
            }
            if (each instanceof TimeoutException) {
                return "it hasn't answered within " + PATIENCE.toSeconds() + " s";
            }
        }
        Throwable last = failure;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        return String.valueOf(last.getMessage());
    }

    private ClientSession authenticated(String named, HostConfigEntry entry, Target target, ClientSession session)
            throws IOException {
        List<Path> files =
                new ArrayList<>(entry.getIdentities().stream().map(Path::of).toList());
        if (files.isEmpty()) {
            files.addAll(settings.keys());
        }
        session.setKeyIdentityProvider(new OwnKeys(files, attempts));
        String password = settings.password();
        if (password != null) {
            session.addPasswordIdentity(password);
        }
        try {
            session.auth().verify(PATIENCE);
            return session;
        } catch (IOException e) {
            session.close(true);
            if (!target.objection.isEmpty()) {
                throw new IOException(target.objection, e);
            }
            int reason = e instanceof SshException ssh ? ssh.getDisconnectCode() : 0;
            if (reason == SshConstants.SSH2_DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE
                    || String.valueOf(e.getMessage()).contains("authentication methods")) {
                throw new IOException(
                        named + " doesn't let " + entry.getUsername() + " in (" + attempts.of(session)
                                + "); check the name of the user, and the keys that are allowed there"
                                + (password == null ? ", or give a password by " + SshSettings.PASSWORD : ""),
                        e);
            }
            throw new IOException(named + " has ended the login of " + entry.getUsername() + ": " + why(e, entry), e);
        }
    }

    private boolean isKnown(ClientSession session, PublicKey key) {
        Target target = target(session);
        if (target == null) {
            return false;
        }
        target.objection = known.objection(target.host, target.port, key);
        return target.objection.isEmpty();
    }

    private static @Nullable Target target(ClientSession session) {
        AttributeRepository context = session.getConnectionContext();
        return context == null ? null : context.getAttribute(TARGET);
    }

    /** Asks for a key by which the host is known, before others. Certificates of hosts aren't judged here, so none is asked for. */
    private void prefer(ClientSession session) {
        Target target = target(session);
        List<String> types = target == null ? List.of() : known.types(target.host, target.port);
        List<NamedFactory<Signature>> factories = new ArrayList<>(client.getSignatureFactories());
        factories.removeIf(each -> each.getName().contains("-cert-"));
        factories.sort(Comparator.comparing(each -> !types.contains(type(each.getName()))));
        session.setSignatureFactories(factories);
    }

    /** The type of the key for a signature: those of RSA have several. */
    private static String type(String signature) {
        return signature.startsWith("rsa-sha2-") ? "ssh-rsa" : signature;
    }

    @Override
    public void close() {
        client.close(true);
    }
}
