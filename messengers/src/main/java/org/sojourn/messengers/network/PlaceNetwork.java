package org.sojourn.messengers.network;

import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.place.GuestProvider;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.messengers.MessengerFault;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.agent.Agent;
import org.sojourn.messengers.agent.Stay;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.outside.HatchSettings;

/** The network as programs at a place use it. */
public final class PlaceNetwork implements Network, GuestProvider.Lasting {
    private final Nodes place;

    /** The network of a place's nodes. */
    public PlaceNetwork(Nodes place) {
        this.place = place;
    }

    Nodes nodes() {
        return place;
    }

    @Override
    public void started() {
        HatchSettings settings = HatchSettings.ofProperties();
        if (settings != null) {
            place.outdoors().open(settings);
        }
    }

    @Override
    public void stopped() {
        place.outdoors().close();
        place.processes().stop();
    }

    /** Holds the run open from now on: it goes on until it is stopped. */
    public void keepOpen() {
        place.site().hold();
        place.site().holders().add(this, () -> "the network, which is open until it is stopped");
    }

    @Override
    public void define(String name, Form script) {
        if (name.isEmpty() || name.length() > Nodes.LONGEST_NAME) {
            throw new IllegalArgumentException("the name of a script has " + name.length() + " characters; 1 to "
                    + Nodes.LONGEST_NAME + " are possible");
        }
        place.codes().add(name, script);
    }

    @Override
    public Injection inject(Form script) {
        return new Begun(place, script);
    }

    @Override
    public Injection inject(Agent agent) {
        Objects.requireNonNull(agent, "agent is null; give one");
        Form form = place.agents().form(agent, Stay.nodes(agent));
        try {
            return new Begun(place, form, place.agents().pack(agent, null));
        } catch (UnencodableException e) {
            throw new IllegalArgumentException(agent.getClass().getName() + " can't travel: " + e.getMessage(), e);
        }
    }

    @Override
    public <T> CompletionStage<T> get(String node, String variable, Class<T> type) {
        return access("read", node, variable, false, null).thenApply(value -> Accesses.as(type, value, variable));
    }

    @Override
    public CompletionStage<@Nullable Void> set(String node, String variable, Object value) {
        return access("set", node, variable, true, value).thenApply(done -> null);
    }

    private CompletionStage<@Nullable Object> access(
            String what, String node, String variable, boolean isSet, @Nullable Object value) {
        place.site().requireOpen("a node's variable is " + what);
        return place.finding()
                .find(node)
                .<@Nullable Object>thenCompose(address -> place.accesses().begin(address, variable, isSet, value));
    }

    @Override
    public Listening onFault(Consumer<MessengerFault> listener) {
        place.site().requireOpen("faults of messengers are listened to");
        return place.faultWatch().add(listener)::run;
    }
}
