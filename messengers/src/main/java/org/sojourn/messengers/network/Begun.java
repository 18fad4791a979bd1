package org.sojourn.messengers.network;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Cause;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.run.Fault;
import org.sojourn.messengers.run.Script;

/** A messenger that is about to begin. */
final class Begun implements Network.Injection {
    private final Nodes place;
    private final Form form;
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final byte @Nullable [] cargo;
    private @Nullable String at;

    Begun(Nodes place, Form form) {
        this(place, form, null);
    }

    /** Of one that carries an agent. */
    Begun(Nodes place, Form form, byte @Nullable [] cargo) {
        this.place = place;
        this.form = form;
        this.cargo = cargo;
    }

    @Override
    public Network.Injection at(String node) {
        at = node;
        return this;
    }

    @Override
    public Network.Injection with(String variable, Object value) {
        values.put(variable, value);
        return this;
    }

    @Override
    public CompletionStage<Void> start() {
        return start(where()).minimalCompletionStage();
    }

    @Override
    public void begin() {
        begin(where());
    }

    private CompletableFuture<Address> where() {
        return at == null
                ? CompletableFuture.completedFuture(place.first().address())
                : place.finding().find(at);
    }

    CompletableFuture<Void> start(CompletableFuture<Address> where) {
        Messenger messenger = made();
        CompletableFuture<Void> end = place.journeys().begin(messenger);
        goes(messenger, where);
        return end;
    }

    void begin(CompletableFuture<Address> where) {
        goes(made(), where);
    }

    private Messenger made() {
        place.site().requireOpen("a messenger is injected");
        Code code = place.codes().add(form);
        Script script = code.script();
        if (script == null) {
            throw new IllegalStateException(form.name() + " isn't known just after it was made known");
        }
        Messenger messenger = new Messenger(place.mint(), null, code, script.begin());
        messenger.cargo = cargo;
        try {
            values.forEach((variable, value) -> Arguments.give(script, messenger, variable, value));
        } catch (Fault refused) {
            throw new IllegalArgumentException(refused.getMessage(), refused);
        }
        return messenger;
    }

    /** To its node at once, if that is here; else as soon as it is known where that is. */
    private void goes(Messenger messenger, CompletableFuture<Address> where) {
        place.census().born(messenger);
        where.whenComplete((address, failure) -> {
            if (failure != null) {
                place.faults().refused(messenger, Cause.sentence(failure));
                place.ends().ended(messenger);
            } else if (!(place.descriptor(address).resident() instanceof Node here) || !here.takes(messenger)) {
                place.post(place.descriptor(address), messenger);
            }
        });
    }
}
