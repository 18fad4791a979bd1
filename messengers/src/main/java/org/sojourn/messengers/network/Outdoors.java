package org.sojourn.messengers.network;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.RunNumber;
import org.sojourn.kernel.port.Bound;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Outward;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.outside.Counts;
import org.sojourn.messengers.outside.Hatch;
import org.sojourn.messengers.outside.HatchSettings;
import org.sojourn.messengers.outside.Identity;
import org.sojourn.messengers.outside.Inside;
import org.sojourn.messengers.outside.Listener;
import org.sojourn.messengers.outside.OutsideBound;
import org.sojourn.messengers.run.Fault;
import org.sojourn.messengers.run.Script;

/**
 * A place's dealings with processes outside of the run, if they are switched on.
 *
 * <p>A messenger that waits for a message stands aside from its node, as one that waits for a process does, and its node stays at this
 * place meanwhile. It holds the run open.
 */
final class Outdoors implements Inside {
    private static final System.Logger LOG = System.getLogger("org.sojourn.messengers");

    /** How often the status in the shared file is renewed. */
    private static final Duration PERIOD = Duration.ofMillis(OutsideBound.STATUS.value());

    private static final int SHOWN = Bound.REPORT_SENTENCES.intValue();

    private final Nodes place;
    private final Network network;
    private volatile @Nullable Hatch hatch;

    Outdoors(Nodes place) {
        this.place = place;
        this.network = new PlaceNetwork(place);
    }

    // ---- its life -------------------------------------------------------------------------------------------------

    /** The place runs: opens the interface. */
    void open(HatchSettings settings) {
        Identity identity = new Identity(
                RunNumber.ofThisProcess(),
                place.name(),
                place.site().self().place(),
                place.site().self().incarnation());
        try {
            hatch = Hatch.open(settings, identity, this);
        } catch (IOException e) {
            throw new IllegalStateException("--outside: " + e.getMessage(), e);
        }
        place.site().holders().source(this::waiting);
        look();
    }

    private void look() {
        Hatch its = hatch;
        if (its != null && its.look()) {
            place.site().clock().arm(PERIOD.toNanos(), this::look);
        }
    }

    void close() {
        Hatch its = hatch;
        if (its != null) {
            its.close();
        }
    }

    // ---- what messengers do ---------------------------------------------------------------------------------------

    /** Does what a messenger's step says. In its lane's turn. */
    void act(
            LaneTurn turn,
            Node at,
            Messenger messenger,
            Outward what,
            int number,
            int priority,
            String text,
            @Nullable Object[] values,
            @Nullable Shape shape) {
        Hatch its = hatch;
        if (its == null) {
            throw new Fault(
                    "there is no outside: the run was started without it; ./sojourn run --outside has scripts deal"
                            + " with other processes");
        }
        try {
            switch (what) {
                case SEND -> turn.goesOn(its.send(number, priority, text) ? 1 : 0);
                case WRITE -> {
                    its.write(number, Taken.written(values[0]));
                    turn.goesOn();
                }
                case READ -> read(turn, its, number, shape);
                default -> receive(its, new Waiting(at, messenger, shape), what == Outward.RECEIVE, turn);
            }
        } catch (IllegalArgumentException | IllegalStateException refused) {
            throw new Fault(String.valueOf(refused.getMessage()));
        }
    }

    private static void read(LaneTurn turn, Hatch its, int slot, @Nullable Shape shape) {
        Object value = its.read(slot);
        if (value == null || shape == null) {
            turn.goesOn(0, null);
            return;
        }
        try {
            turn.goesOn(1, Taken.of(value, shape));
        } catch (Fault misfit) {
            throw new Fault("slot " + slot + ": " + misfit.getMessage());
        }
    }

    private void receive(Hatch its, Waiting waiting, boolean isWaiting, LaneTurn turn) {
        waiting.begins();
        if (!its.receive(waiting, isWaiting) && !isWaiting) {
            waiting.ends();
            turn.goesOn(0, null);
        }
    }

    /** A messenger that is to have a message. */
    private final class Waiting implements Listener {
        private final Node at;
        private final Messenger messenger;
        private final @Nullable Shape shape;

        Waiting(Node at, Messenger messenger, @Nullable Shape shape) {
            this.at = at;
            this.messenger = messenger;
            this.shape = shape;
        }

        /** In its lane's turn. */
        void begins() {
            at.outside++;
            place.site().hold();
        }

        /** In its lane's turn. */
        void ends() {
            at.outside--;
            place.site().releaseInTurn();
        }

        @Override
        public @Nullable String offered(int client, String text) {
            Object value;
            try {
                value = shape == null ? text : Taken.of(text, shape);
            } catch (Fault | IllegalArgumentException misfit) {
                return misfit.getMessage() + " (" + this + ")";
            }
            at.lane.offer(new Item() {
                @Override
                void go(LaneTurn turn) {
                    messenger.frame.results = new Object[] {client, value};
                    at.append(messenger);
                    ends();
                }
            });
            at.lane.wake();
            return null;
        }

        @Override
        public String toString() {
            return messenger.script() + ":" + messenger.line() + ": messenger " + messenger.id + " at " + at + " on "
                    + place.name();
        }
    }

    /** Ends those that wait at nodes of a lane and are to be ended. In its turn. */
    void strike(Lane lane, Predicate<Messenger> struck) {
        Hatch its = hatch;
        if (its == null) {
            return;
        }
        Predicate<Listener> picked =
                each -> each instanceof Waiting one && one.at.lane == lane && struck.test(one.messenger);
        for (Listener each : its.remove(picked)) {
            Waiting ended = (Waiting) each;
            ended.ends();
            place.ends().ended(ended.messenger);
            ended.at.look();
        }
    }

    /** {@return the messengers of a node that wait for a message from outside} In its lane's turn. */
    List<Messenger> waiting(Node at) {
        Hatch its = hatch;
        List<Messenger> all = new ArrayList<>();
        if (its != null && at.outside > 0) {
            for (Listener each : its.waiting(Integer.MAX_VALUE)) {
                if (each instanceof Waiting one && one.at == at) {
                    all.add(one.messenger);
                }
            }
        }
        return all;
    }

    private List<String> waiting() {
        Hatch its = hatch;
        List<String> sentences = new ArrayList<>();
        if (its != null) {
            its.waiting(SHOWN).forEach(each -> sentences.add(each + " waits for a message from outside"));
        }
        return sentences;
    }

    // ---- what clients do ------------------------------------------------------------------------------------------

    @Override
    public Counts counts() {
        return new Counts(
                place.census().nodes(),
                place.census().messengers(),
                place.census().hops(),
                place.faults().all());
    }

    @Override
    public void define(String name, Form script) {
        place.site().requireOpen("a script is defined");
        network.define(name, script);
    }

    @Override
    public Form script(String name) {
        Code known = place.codes().named(name);
        Script script = known == null ? null : known.script();
        if (script == null) {
            throw new IllegalArgumentException("there is no script '" + name + "' at " + place.name() + "; it knows "
                    + place.codes().names());
        }
        return script.form();
    }

    @Override
    public CompletionStage<Void> inject(Form script, @Nullable String node, Map<String, Object> values) {
        if (place.census().messengers() >= place.tuning().most()) {
            throw new IllegalStateException(place.name() + " has "
                    + place.census().messengers() + " of the " + place.tuning().most()
                    + " messengers that it may have (parameter messengers)");
        }
        enter();
        try {
            Network.Injection injection = network.inject(script);
            values.forEach(injection::with);
            return (node == null ? injection : injection.at(node)).start();
        } finally {
            place.site().release();
        }
    }

    /** Holds the place, if the run isn't over and the place doesn't leave it. The first place ends the run, and counts those who come. */
    private void enter() {
        if (!place.site().visit()) {
            throw new IllegalStateException("the run is over, or " + place.name() + " leaves it");
        }
    }

    @Override
    public void nobodyHears(String fault) {
        LOG.log(WARNING, "the client that injected it isn''t there any more: {0}", fault);
        place.faults().unheard(fault);
    }

    @Override
    public Map<String, String> parameters() {
        return place.site().parameters().values();
    }

    @Override
    public void set(String parameter, String value) {
        place.site().parameters().set(parameter, value);
    }

    @Override
    public void hold(Object client, String sentence) {
        enter();
        place.site().holders().add(client, () -> sentence);
    }

    @Override
    public void release(Object client) {
        place.site().holders().remove(client);
        place.site().release();
    }
}
