package org.sojourn.launch.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.Map;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginTest {
    private final TestHost host;

    LoginTest(@TempDir Path home) throws IOException {
        host = new TestHost(home);
    }

    @AfterEach
    void close() {
        host.close();
    }

    private String refused(Map<String, String> environment) throws IOException {
        return refused(environment, host.machine());
    }

    private String refused(Map<String, String> environment, Machine machine) throws IOException {
        try (Login login = new Login(host.settings(environment))) {
            String[] said = {""};
            assertThatThrownBy(() -> login.at(machine))
                    .isInstanceOfSatisfying(IOException.class, e -> said[0] = String.valueOf(e.getMessage()));
            return said[0];
        }
    }

    private void letsIn(Map<String, String> environment, Machine machine) throws IOException {
        try (Login login = new Login(host.settings(environment));
                ClientSession session = login.at(machine)) {
            assertThat(session.isAuthenticated()).isTrue();
        }
    }

    @Test
    void host_thatIsNotKnown_isRefusedWithItsFingerprintAndTheCommandThatAddsIt() throws IOException {
        assertThat(refused(Map.of()))
                .startsWith("the host [127.0.0.1]:" + host.port() + " isn't known. It shows the key ssh-ed25519 "
                        + KeyUtils.getFingerPrint(host.key.getPublic()))
                .endsWith("ssh-keyscan -p " + host.port() + " 127.0.0.1 >> " + host.folder.resolve("known_hosts"));
    }

    @Test
    void host_thatShowsAnotherKey_isRefusedInPlainWords() throws IOException {
        KeyPair other = TestHost.pair();
        assertThat(refused(Map.of(), host.known(other).withKey().machine()))
                .contains("shows another key than the one by which it is known")
                .contains("known_hosts, line 1")
                .contains(KeyUtils.getFingerPrint(host.key.getPublic()))
                .contains("Somebody may be posing as that host")
                .contains("ssh-keygen -R '[127.0.0.1]:" + host.port() + "'");
        host.written("known_hosts", "");
        host.known("@revoked * " + PublicKeyEntry.toString(host.key.getPublic()));
        assertThat(refused(Map.of())).contains("is revoked in").contains("don't use it");
    }

    @Test
    void host_withSeveralKeys_isAskedForTheOneByWhichItIsKnown() throws IOException {
        host.withTwoKeys().withKey().written("known_hosts", """
            # two names, and a line that nobody can read
            |1|x|y ssh-ed25519 !!!
            somebody.example ssh-ed25519 %1$s
            [127.0.0.1]:%2$d,another %1$s
            """.formatted(
                        PublicKeyEntry.toString(host.key.getPublic()), host.port()));
        letsIn(Map.of(), host.machine());
    }

    @Test
    void key_ofAFile_letsIn() throws IOException {
        host.known(host.key).withKey();
        letsIn(Map.of(), host.machine());
    }

    @Test
    void key_thatTheAgentHas_letsIn() throws IOException {
        host.known(host.key);
        try (TestAgent agent = new TestAgent(host.folder.resolve("agent"), host.own)) {
            letsIn(Map.of("SSH_AUTH_SOCK", agent.path().toString()), host.machine());
        }
    }

    @Test
    void password_ofTheEnvironment_letsIn() throws IOException {
        host.known(host.key).password = "open sesame";
        letsIn(Map.of("SOJOURN_SSH_PASSWORD", "open sesame"), host.machine());
        assertThat(refused(Map.of("SOJOURN_SSH_PASSWORD", "open barley")))
                .contains("doesn't let me in (tried: the password that SOJOURN_SSH_PASSWORD gives")
                .doesNotContain("barley");
        assertThat(host.settings(Map.of("SOJOURN_SSH_PASSWORD", "open barley")).toString())
                .doesNotContain("barley");
    }

    @Test
    void user_whomNobodyLetsIn_isToldWhatWasTried() throws IOException {
        host.known(host.key);
        assertThat(refused(Map.of())).contains("there was no key to try").contains("SOJOURN_SSH_PASSWORD");
        KeyPair wrong = TestHost.pair();
        host.withKey(wrong, null);
        assertThat(refused(Map.of("SSH_AUTH_SOCK", host.folder.resolve("nobody").toString())))
                .contains("doesn't let me in")
                .contains("the agent at " + host.folder.resolve("nobody") + " doesn't answer")
                .contains("the key ssh-ed25519 " + KeyUtils.getFingerPrint(wrong.getPublic()));
        host.withKey(host.own, "a passphrase");
        assertThat(refused(Map.of()))
                .contains(host.folder.resolve("id_ed25519") + " needs a passphrase (ssh-add gives it to the agent)");
        host.written("id_ed25519", "no key at all");
        assertThat(refused(Map.of())).contains("there was no key to try");
    }

    @Test
    void host_thatIsNotThere_isASentence() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        assertThat(refused(Map.of(), new Machine("127.0.0.1", null, free, null, null)))
                .isEqualTo("127.0.0.1:" + free + " can't be reached: nothing listens at its port " + free
                        + "; is sshd running there?");
        assertThat(refused(Map.of(), new Machine("nowhere.invalid", null, 0, null, null)))
                .isEqualTo("there is no host nowhere.invalid: no address is known for the name nowhere.invalid");
    }

    @Test
    void configuration_ofTheUser_namesHostPortUserAndKey() throws IOException {
        host.known(host.key).withKey();
        host.written("elsewhere", "").written("config", """
            Host node
              HostName 127.0.0.1
              Port %d
              User you
              IdentityFile %s
            """.formatted(host.port(), host.folder.resolve("id_ed25519")));
        letsIn(Map.of(), new Machine("node", null, 0, null, null));
    }

    @Test
    void host_behindAnother_isReachedThroughThatOne(@TempDir Path home) throws IOException {
        try (TestHost hidden = new TestHost(home)) {
            host.withKey()
                    .known("[127.0.0.1]:" + host.port() + " " + PublicKeyEntry.toString(host.key.getPublic())
                            + "\nhidden " + PublicKeyEntry.toString(hidden.key.getPublic()));
            host.written("config", """
                Host hidden
                  HostName 127.0.0.1
                  HostKeyAlias hidden
                  Port %d
                  ProxyJump me@127.0.0.1:%d
                """.formatted(hidden.port(), host.port()));
            String said = refused(Map.of(), new Machine("hidden", "me", 0, null, null));
            assertThat(said).startsWith("me@hidden doesn't let me in"); // it was asked, and has other users
            assertThat(host.logins.get()).isEqualTo(1);
        }
    }
}
