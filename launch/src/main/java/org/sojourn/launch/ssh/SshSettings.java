package org.sojourn.launch.ssh;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a user has set up for ssh.
 *
 * @param config the configuration, which needn't be there
 * @param knownHosts files with the keys of hosts, which needn't be there
 * @param keys files with the user's keys, where the configuration names none
 * @param agent the socket of an agent, or null
 * @param user who logs in where nothing else is said, or null
 * @param password the password, or null
 */
public record SshSettings(
        Path config,
        List<Path> knownHosts,
        List<Path> keys,
        @Nullable Path agent,
        @Nullable String user,
        @Nullable String password) {
    /** Names the user at other hosts, in the environment. */
    public static final String USER = "SOJOURN_SSH_USER";

    /** The password at other hosts, in the environment. */
    public static final String PASSWORD = "SOJOURN_SSH_PASSWORD";

    private static final String AGENT = "SSH_AUTH_SOCK";

    /** The user's own settings. */
    public static SshSettings ofUser() {
        return of(Path.of(System.getProperty("user.home"), ".ssh"), System.getenv());
    }

    /**
     * Settings as ssh has them.
     *
     * @param folder where the user's are
     * @param environment the environment
     */
    public static SshSettings of(Path folder, Map<String, String> environment) {
        String agent = environment.getOrDefault(AGENT, "");
        return new SshSettings(
                folder.resolve("config"),
                List.of(
                        folder.resolve("known_hosts"),
                        folder.resolve("known_hosts2"),
                        Path.of("/etc/ssh/ssh_known_hosts")),
                Stream.of("id_ed25519", "id_ecdsa", "id_rsa")
                        .map(folder::resolve)
                        .toList(),
                agent.isEmpty() ? null : Path.of(agent),
                environment.get(USER),
                environment.get(PASSWORD));
    }

    /** The file to which a new host is added. */
    Path ownKnownHosts() {
        return knownHosts.get(0);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "SshSettings[" + config + "]";
    }
}
