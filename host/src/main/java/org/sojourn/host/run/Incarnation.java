package org.sojourn.host.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.Networks;
import org.sojourn.host.place.PlaceRuntime;
import org.sojourn.host.place.Return;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.selectors.SelectorPlace;

/** A process as one place: from its assignment until it is put out, or to the end. What the launcher says comes by another thread. */
final class Incarnation {
    private final CompletableFuture<Order.Assign> assignment = new CompletableFuture<>();
    private final CompletableFuture<Order.Roster> roster = new CompletableFuture<>();
    private final CompletableFuture<PlaceRuntime> running = new CompletableFuture<>();

    /** Why it is out, a sentence. Done once it is. */
    private final CompletableFuture<String> out = new CompletableFuture<>();

    /** Why its process was put out before, as another place; null if it wasn't. */
    private final @Nullable String before;

    Incarnation(@Nullable String before) {
        this.before = before;
    }

    // ---- what the launcher says -----------------------------------------------------------------------------------

    void assigned(Order.Assign assign) {
        assignment.complete(assign);
    }

    /** The first list is its own; the others bring news. One that was meant for the place before comes too late. */
    void rostered(Order.Roster all) {
        if (assignment.isDone() && !roster.complete(all)) {
            running.thenAccept(place -> place.met(assignment.join().init(), all.addresses()));
        }
    }

    /** Does something when the place runs. What was meant for the place before comes too late. */
    void whenRunning(Consumer<PlaceRuntime> what) {
        if (assignment.isDone()) {
            running.thenAccept(what);
        }
    }

    /** The place; null if it doesn't run yet. */
    @Nullable
    PlaceRuntime place() {
        return running.getNow(null);
    }

    // ---- its life -------------------------------------------------------------------------------------------------

    /** Waits until it is known which place it is. */
    Order.Assign assignment() throws InterruptedException, ExecutionException {
        return assignment.get();
    }

    /** It is known where all are. */
    Map<Member, Network.Address> addresses() throws InterruptedException, ExecutionException {
        return roster.get().addresses();
    }

    /** Binds its port. */
    Network.Endpoint open(Network network, String ownHost, byte[] secret, byte[] programHash, ClassLoader loader)
            throws Exception {
        Order.Assign assign = assignment.get();
        Network.EndpointSettings settings = new Network.EndpointSettings(
                assign.self(),
                assign.host().isEmpty() ? ownHost : assign.host(),
                assign.port(),
                secret,
                programHash,
                Duration.ofMillis(assign.silenceMillis()),
                assign.identity(),
                assign.plain());
        return Networks.open(network, settings, assign.settings().layer(), loader, false);
    }

    /** Makes the place, once it is known where all are. */
    PlaceRuntime make(Network.Endpoint endpoint, Codec codec, ClassLoader loader, SelectorPlace.Console console)
            throws InterruptedException, ExecutionException {
        Order.Assign assign = assignment.get();
        Map<Member, Network.Address> addresses = addresses();
        endpoint.roster(assign.init(), addresses);
        PlaceRuntime place = new PlaceRuntime(
                assign.self(),
                assign.init(),
                List.copyOf(addresses.keySet()),
                assign.settings(),
                endpoint,
                codec,
                loader,
                console);
        if (assign.mayReturn()) {
            place.endsInOrder();
        }
        return place;
    }

    void runs(PlaceRuntime place) {
        running.complete(place);
    }

    /** It is put out. */
    void isOut(String cause) {
        out.complete(cause);
    }

    /** Waits until it is put out, if ever. */
    String whyOut() throws InterruptedException, ExecutionException {
        return out.get();
    }

    /** Tells the program, if its process was another place before, by a thread of its own. */
    void tellReturn(PlaceRuntime place, ClassLoader loader) {
        String why = before;
        if (why != null) {
            Threads.daemon(
                    "sojourn-rejoined",
                    () -> ServiceLoader.load(Return.class, Return.class.getClassLoader())
                            .forEach(each -> each.returned(place, loader, why)));
        }
    }
}
