package org.sojourn.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;
import org.sojourn.kernel.port.Network;

class SocketNetworkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Member P0 = new Member(0, 100);
    private static final Member P1 = new Member(1, 101);
    private final SocketNetwork network = new SocketNetwork();

    private static Network.EndpointSettings settings(
            Member self, String host, Network.@Nullable Identity identity, boolean plain) {
        return new Network.EndpointSettings(self, host, 0, new byte[16], new byte[32], PATIENCE, identity, plain);
    }

    @Test
    void endpoint_inClearWhereOthersReachIt_isRefusedUnlessThatIsSaid() {
        Network.Identity identity = network.authority(PATIENCE).identity(1);
        for (String host : List.of("0.0.0.0", "10.0.0.1", "node7", "::", "127.0.0.1.example.org", "127.1")) {
            assertThatThrownBy(() -> settings(P1, host, null, false))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("p1 would listen on " + host)
                    .hasMessageContaining("has no certificate");
            assertThatCode(() -> settings(P1, host, null, true)).doesNotThrowAnyException();
            assertThatCode(() -> settings(P1, host, identity, false)).doesNotThrowAnyException();
        }
        for (String host : List.of("127.0.0.1", "127.8.9.10", "localhost", "LOCALHOST", "::1")) {
            assertThatCode(() -> settings(P1, host, null, false)).doesNotThrowAnyException();
        }
    }

    @Test
    void endpoint_withTheIdentityOfAnotherPlace_isRefused() {
        Network.Identity identity = network.authority(PATIENCE).identity(1);
        assertThatThrownBy(() -> network.open(settings(P0, "127.0.0.1", identity, false)))
                .isInstanceOf(IOException.class)
                .hasMessage("p0 can't show its identity: its certificate is p1's");
    }

    @Test
    void membership_ofPlacesWithIdentities_hasThemAllByOnePortEach() throws IOException {
        Network.Authority authority = network.authority(Duration.ofDays(1));
        List<Network.Endpoint> endpoints = new ArrayList<>();
        List<Membership.View> views = new CopyOnWriteArrayList<>();
        List<String> expulsions = new CopyOnWriteArrayList<>();
        try {
            for (Member each : List.of(P0, P1)) {
                endpoints.add(network.open(settings(each, "127.0.0.1", authority.identity(each.place()), false)));
            }
            Map<Member, Network.Address> roster =
                    Map.of(P0, endpoints.get(0).address(), P1, endpoints.get(1).address());
            for (Network.Endpoint each : endpoints) {
                each.roster(P0, roster);
                each.membership().start(new Membership.Listener() {
                    @Override
                    public void view(Membership.View view) {
                        views.add(view);
                    }

                    @Override
                    public void expelled(String cause) {
                        expulsions.add(cause);
                    }
                });
            }
            await("both are in, as both see it")
                    .atMost(PATIENCE)
                    .until(() -> views.stream()
                                    .filter(view -> view.contains(P0) && view.contains(P1))
                                    .count()
                            == 2);
            assertThat(expulsions).isEmpty();
        } finally {
            endpoints.forEach(Network.Endpoint::close);
        }
    }
}
