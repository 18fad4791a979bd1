package org.sojourn.host;

import static java.lang.System.Logger.Level.INFO;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.PlaceRuntime;
import org.sojourn.host.place.Prepared;
import org.sojourn.kernel.part.Cell;
import org.sojourn.selectors.Crew;
import org.sojourn.selectors.DeadLetter;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Placement;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorFactory;
import org.sojourn.selectors.SelectorSystem;
import org.sojourn.selectors.SojournException;

/**
 * A run, as its program sees it.
 *
 * <pre>{@code
 * try (var sojourn = Sojourn.start()) {
 *   Place there = sojourn.places().get(sojourn.places().size() - 1);
 *   Handle<String> greeter = sojourn.create(there, () -> new Greeter());
 *   greeter.send("world");
 * }
 * }</pre>
 *
 * <p>Within {@code ./sojourn run}, {@link #start()} gives the place that the launcher has prepared; under plain {@code java} it
 * is a cluster of one in this JVM, and {@link #start(Config)} with {@link Config#local(int)} starts further JVMs.
 *
 * <p><b>Ending.</b> A run ends when the program's {@code main} has returned, or has called {@link #close}, and the run is
 * quiescent: no selector runs, no message is on its way. {@link #close} waits for that. {@link #keepAlive} holds a run open,
 * {@link #stop} ends it early. Within {@code ./sojourn run} the places end when {@code main} has returned as well, so that it can say what has
 * come of the run; if it throws, before or after {@code close}, the run has failed.
 *
 * <p>All methods may be called by any thread. When the run has ended, as {@link #close} returns, whatever asks it for something, its
 * handles and groups included, throws {@link IllegalStateException}: nothing would come of it. {@link #here}, {@link #places}
 * and {@link #counts} still work.
 *
 * <p><b>Joining again.</b> With {@code --rejoin}, a process that was put out of the run becomes a place again. What knew the old one gets
 * {@link IllegalStateException} then, as after the end of a run, and {@link #start()} gives the new one. See {@link RejoinHook}.
 */
public final class Sojourn implements SelectorSystem, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Sojourn.class.getName());

    private final PlaceRuntime runtime;
    private final Run run;

    /** What becomes of a run when it ends: the difference between a launcher's place and a JVM of its own. */
    interface Run {
        /** Main is done. Returns when the run has ended, and throws if it has ended badly. */
        void finish();
    }

    Sojourn(PlaceRuntime runtime, Run run) {
        this.runtime = runtime;
        this.run = run;
    }

    private static @Nullable Sojourn prepared() {
        PlaceRuntime ready = Prepared.get();
        return ready == null ? null : new Sojourn(ready, () -> awaitEnd(ready));
    }

    private static void awaitEnd(PlaceRuntime place) {
        try {
            place.ending().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof SojournException known ? known : e;
        }
    }

    /**
     * Gives the run that the launcher has prepared, or starts a cluster of one.
     *
     * @return the run
     */
    public static Sojourn start() {
        Sojourn ready = prepared();
        return ready != null ? ready : OwnRun.start(Config.local(), caller());
    }

    /**
     * Starts a run from this JVM. Within {@code ./sojourn run} the launcher has the say: the configuration is ignored.
     *
     * @param config how
     * @return the run
     * @throws UncheckedIOException if further JVMs can't be started
     * @throws IllegalStateException if several places are asked for and sojourn-net isn't on the class path
     */
    public static Sojourn start(Config config) {
        Objects.requireNonNull(config, "config is null; give Config.local(), or leave it out");
        Sojourn ready = prepared();
        if (ready != null) {
            LOG.log(
                    INFO,
                    "the launcher has prepared {0} places; the program''s own configuration is ignored",
                    ready.places().size());
            return ready;
        }
        return OwnRun.start(config, caller());
    }

    private static Class<?> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                        .filter(type -> type != Sojourn.class)
                        .findFirst()
                        .orElse(Sojourn.class));
    }

    /**
     * Says that the caller has nothing more for the run to do, waits until it is quiescent, and stops it. Idempotent. After {@link #stop}
     * it returns, if at all, when the run is stopped; the JVM is about to exit.
     *
     * @throws IllegalStateException inside a selector of this run, which would wait for itself; nothing is closed
     * @throws RunFailedException if this JVM started the run and it failed, stalled, or lost a place
     */
    @Override
    public void close() {
        Cell selector = Cell.current();
        if (selector != null && selector.site() == runtime.selectors().kernel().site()) {
            throw new IllegalStateException(selector
                    + " closes the run inside a handler, and would wait for itself; call stop(status) instead, or"
                    + " close on a thread that is no selector");
        }
        runtime.mainReturned();
        run.finish();
    }

    @Override
    public void stop(int status) {
        runtime.selectors().stop(status);
    }

    @Override
    public Place here() {
        return runtime.selectors().here();
    }

    @Override
    public List<Place> places() {
        return runtime.selectors().places();
    }

    @Override
    public <M> Handle<M> create(SelectorFactory<M> factory) {
        return runtime.selectors().create(factory);
    }

    @Override
    public <M> Handle<M> create(Place at, SelectorFactory<M> factory) {
        return runtime.selectors().create(at, factory);
    }

    @Override
    public <M> Handle<M> create(Placement where, SelectorFactory<M> factory) {
        return runtime.selectors().create(where, factory);
    }

    @Override
    public <M> Handle<M> create(ExecutionPolicy policy, SelectorFactory<M> factory) {
        return runtime.selectors().create(policy, factory);
    }

    @Override
    public <M> Handle<M> create(Place at, ExecutionPolicy policy, SelectorFactory<M> factory) {
        return runtime.selectors().create(at, policy, factory);
    }

    @Override
    public <M> Group<M> createGroup(int members, Group.Factory<M> factory) {
        return runtime.selectors().createGroup(members, factory);
    }

    @Override
    public <M> Group<M> createGroup(int members, Distribution distribution, Group.Factory<M> factory) {
        return runtime.selectors().createGroup(members, distribution, factory);
    }

    @Override
    public <M> Crew<M> createCrew(SelectorFactory<M> factory) {
        return runtime.selectors().createCrew(factory);
    }

    @Override
    public <M> Handle<M> newSelector(Class<? extends Selector<M>> type, Object... arguments) {
        return runtime.selectors().newSelector(type, arguments);
    }

    @Override
    public <M> Handle<M> newSelector(ExecutionPolicy policy, Class<? extends Selector<M>> type, Object... arguments) {
        return runtime.selectors().newSelector(policy, type, arguments);
    }

    @Override
    public <M> Handle<M> newSelector(
            int place, ExecutionPolicy policy, Class<? extends Selector<M>> type, Object... arguments) {
        return runtime.selectors().newSelector(place, policy, type, arguments);
    }

    @Override
    public <M> Handle<M> newSelector(int place, Class<? extends Selector<M>> type, Object... arguments) {
        return runtime.selectors().newSelector(place, type, arguments);
    }

    @Override
    public CompletableFuture<Boolean> register(String name, Handle<?> handle) {
        return runtime.selectors().register(name, handle);
    }

    @Override
    public <M> CompletableFuture<Handle<M>> lookup(String name, Duration timeout) {
        return runtime.selectors().lookup(name, timeout);
    }

    /**
     * Describes, for people, what all places do and wait for: what the workers run, what waits for which answer, what
     * is muted and by what, what is paused, and how much mail is held in which mailboxes. At most 200 lines of each
     * sort and place.
     *
     * <p>It is taken while the run goes on: of a run that stands still it is exact. {@code kill -USR1} on a command or a place
     * of {@code ./sojourn run} prints the same to standard error.
     *
     * @return completed when every place has answered or is lost; its format may change
     */
    public CompletableFuture<String> dump() {
        runtime.selectors().kernel().site().requireOpen("a dump is asked for");
        return runtime.dump();
    }

    /**
     * Returns what has been counted at this place, the one in this JVM, so far. For display; takes as long as a dump.
     *
     * @return numbers of about the same instant
     */
    public PlaceCounts counts() {
        return PlaceCounts.of(runtime);
    }

    @Override
    public CompletableFuture<Place> move(Handle<?> handle, Place to) {
        return runtime.selectors().move(handle, to);
    }

    /**
     * Returns what a program uses a guest by that isn't selectors: {@code sojourn.guest(Network.class)} for messengers.
     *
     * @param <T> the guest's type
     * @param type the guest's type
     * @return the guest of this place
     * @throws IllegalStateException if there is none of that type on the class path, or if it needs a later Java
     */
    public <T> T guest(Class<T> type) {
        Objects.requireNonNull(type, "type is null; give that of a guest, such as Network.class");
        return runtime.guests().get(type);
    }

    @Override
    public void deadLetters(Handle<? super DeadLetter> subscriber) {
        runtime.selectors().deadLetters(subscriber);
    }

    @Override
    public void deadLetters(Place at, Handle<? super DeadLetter> subscriber) {
        runtime.selectors().deadLetters(at, subscriber);
    }

    @Override
    public <T> CompletableFuture<Boolean> subscribe(Class<T> topic, Handle<? super T> subscriber) {
        return runtime.selectors().subscribe(topic, subscriber);
    }

    @Override
    public <T> CompletableFuture<Boolean> subscribe(
            Class<T> topic, Handle<? super T> subscriber, Mailbox<? super T> mailbox) {
        return runtime.selectors().subscribe(topic, subscriber, mailbox);
    }

    @Override
    public CompletableFuture<Boolean> subscribe(Class<?> topic, Handle<?> subscriber, int mailbox) {
        return runtime.selectors().subscribe(topic, subscriber, mailbox);
    }

    @Override
    public CompletableFuture<Boolean> unsubscribe(Class<?> topic, Handle<?> subscriber) {
        return runtime.selectors().unsubscribe(topic, subscriber);
    }

    @Override
    public void publish(Object message) {
        runtime.selectors().publish(message);
    }

    @Override
    public void progress(String label, long done, long total) {
        runtime.selectors().progress(label, done, total);
    }

    @Override
    public void result(String key, Object value) {
        runtime.selectors().result(key, value);
    }

    @Override
    public void worked(long units) {
        runtime.selectors().worked(units);
    }

    @Override
    public KeepAlive keepAlive() {
        return runtime.selectors().keepAlive();
    }
}
