package org.sojourn.messengers.network;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.place.GuestProvider;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.outside.HatchSettings;
import org.sojourn.messengers.run.Fault;
import org.sojourn.messengers.run.Script;

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
    }

    @Override
    public void define(String name, Form script) {
        place.codes().add(name, script);
    }

    @Override
    public Injection inject(Form script) {
        return new Begun(script);
    }

    private final class Begun implements Injection {
        private final Form form;
        private final Map<String, Object> values = new LinkedHashMap<>();
        private @Nullable String at;

        Begun(Form form) {
            this.form = form;
        }

        @Override
        public Injection at(String node) {
            at = node;
            return this;
        }

        @Override
        public Injection with(String variable, Object value) {
            values.put(variable, value);
            return this;
        }

        @Override
        public CompletionStage<Void> start() {
            Messenger messenger = made();
            CompletableFuture<Void> end = place.journeys().begin(messenger);
            begin(messenger);
            return end.minimalCompletionStage();
        }

        @Override
        public void begin() {
            begin(made());
        }

        private Messenger made() {
            place.site().requireOpen("a messenger is injected");
            Code code = place.codes().add(form);
            Script script = code.script();
            if (script == null) {
                throw new IllegalStateException(form.name() + " isn't known just after it was made known");
            }
            Messenger messenger = new Messenger(place.mint(), null, code, script.begin());
            try {
                values.forEach((variable, value) -> Arguments.give(script, messenger, variable, value));
            } catch (Fault refused) {
                throw new IllegalArgumentException(refused.getMessage(), refused);
            }
            return messenger;
        }

        private void begin(Messenger messenger) {
            String name = at;
            Node first = name == null ? place.first() : node(name);
            place.born(messenger);
            if (!first.takes(messenger)) {
                place.ended(messenger);
                throw new IllegalArgumentException("the node '" + name + "' has just left this place, or was deleted");
            }
        }
    }

    /** {@return the oldest node of this place that is called so} */
    private Node node(String name) {
        return place.residents().names().residents().stream()
                .filter(each ->
                        each instanceof Node node && node.address().text().equals(name))
                .min(Comparator.comparing(Sojourner::name, Placement.NAMES))
                .map(Node.class::cast)
                .orElseThrow(() -> new IllegalArgumentException("there is no node '" + name + "' at " + place.name()
                        + "; leave it out for the first node, init"));
    }
}
