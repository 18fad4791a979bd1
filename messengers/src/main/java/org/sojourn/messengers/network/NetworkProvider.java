package org.sojourn.messengers.network;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.place.GuestProvider;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.messengers.MessengerFailedException;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.agent.Way;
import org.sojourn.messengers.form.Step.Direction;
import org.sojourn.weave.wire.Remaining;

/** Has messengers at each place that finds this room on its class path. */
public final class NetworkProvider implements GuestProvider {
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final long MOST = 10_000_000;

    /** For the service loader. */
    public NetworkProvider() {}

    @Override
    public Class<?> type() {
        return Network.class;
    }

    /** Addresses of nodes, which agents in Java keep, and what is left of iterators. */
    @Override
    public Set<String> travelling() {
        Set<String> names = new HashSet<>(Remaining.travelling());
        names.addAll(List.of(
                Address.class.getName(),
                Name.class.getName(),
                Way.class.getName(),
                Direction.class.getName(),
                MessengerFailedException.class.getName()));
        return names;
    }

    @Override
    public Object open(Kernel kernel, Ground ground) {
        Settings settings = new Settings(
                ground.workers(),
                ground.seed(),
                LONGEST,
                MOST,
                Boolean.getBoolean("sojourn.exec"),
                ground::mayTravel,
                Daemons.ofProperties());
        return new PlaceNetwork(new Nodes(kernel, settings, new Outlet() {
            @Override
            public void print(String text) {
                ground.print(text);
            }

            @Override
            public void report(String key, Object value) {
                ground.result(key, value);
            }
        }));
    }
}
