package org.sojourn.host.place;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.balance.Balancers;
import org.sojourn.kernel.balance.Drained;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.place.Dumps;
import org.sojourn.kernel.place.Expulsion;
import org.sojourn.kernel.place.Guests;
import org.sojourn.kernel.place.Inventory;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.place.Leave;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;
import org.sojourn.kernel.port.Network;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.FourCounter;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.kernel.quiesce.Termination;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.site.Holders;
import org.sojourn.kernel.site.Site;
import org.sojourn.selectors.PlaceLostException;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorPlace;

/**
 * One running place. The init place also decides how the run ends.
 *
 * <p>While the run goes on, the init place asks every place for a report each {@link Bound#PLACE_SAMPLE_MILLIS}, so that it can say
 * what lived at a place that is lost.
 */
public final class PlaceRuntime {
    private static final System.Logger LOG = System.getLogger(PlaceRuntime.class.getName());
    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.PLACE_SAMPLE_MILLIS.value());
    private static final long TEND_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.WORKER_CHECK_MILLIS.value());
    private static final long TEND_IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.IDLE_WORKER_CHECK_MILLIS.value());
    private static final long OWN_LOSS_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.WITHHELD_LOSS_MILLIS.value());
    private static final SecureRandom SECURE = new SecureRandom();

    private final Member self;
    private final boolean isInit;
    private final ThreadWorkers workers;
    private final SystemClock clock;
    private final Network.@Nullable Endpoint endpoint;
    private final SelectorPlace selectors;
    private final Guests guests;
    private final Kernel kernel;
    private final MembershipThread members;
    private final BlockedWorkers blocked;
    private final StuckWorkers stuck;
    private final Looks looks;
    private final SlowDecoding decoding = new SlowDecoding();
    private final FlightRecording recording;

    /** Null unless a profile was asked for, as is the file. */
    private final @Nullable Profiling profiling;

    private final @Nullable String profileFile;
    private final Termination termination;
    private final Inventory inventory;
    private final Dumps dumps;
    private final CompletableFuture<Ending> ending = new CompletableFuture<>();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean mainHolds = new AtomicBoolean();
    private final List<String> losses = new ArrayList<>();

    /** Whether the process goes on when this place is put out. Then it isn't told at once who is lost: it may be this place that is. */
    private volatile boolean mayBeOut;

    /** Runs the program's main, or is about to. */
    private volatile Thread main = Thread.currentThread();

    private volatile Map<Member, PlaceReport> lastReports = Map.of();
    private volatile Consumer<Map<Member, PlaceReport>> onSample = reports -> {};

    /**
     * Makes a place; nothing runs before {@link #start}.
     *
     * @param self this place
     * @param init the init place
     * @param roster all places, this one included
     * @param settings how it runs
     * @param endpoint its access to the network, with the roster told; null for a cluster of one
     * @param codec its codec
     * @param loader finds the program's classes
     * @param console gets the program's reports, at the init place
     */
    public PlaceRuntime(
            Member self,
            Member init,
            List<Member> roster,
            PlaceSettings settings,
            Network.@Nullable Endpoint endpoint,
            Codec codec,
            ClassLoader loader,
            SelectorPlace.Console console) {
        this.self = self;
        this.isInit = self.equals(init);
        this.endpoint = endpoint;
        this.workers = new ThreadWorkers("sojourn-" + self, settings.workers());
        this.clock = new SystemClock("sojourn-" + self);
        Site.Ports parts = new Site.Ports(
                self,
                roster,
                endpoint == null ? new NoLinks() : endpoint.links(),
                SelectorPlace.codec(codec),
                clock,
                workers,
                () -> ThreadLocalRandom.current().nextLong(),
                settings.copyLocal(),
                inlineDepth(System.getProperty("sojourn.inline", "on")));
        this.kernel = new Kernel(parts);
        this.members = new MembershipThread(kernel.site().switchboard());
        this.selectors = new SelectorPlace(
                kernel,
                init,
                loader,
                settings::mayTravel,
                console,
                System.getProperty("sojourn.policy", ""),
                kernel.balancing(settings.balance(), Balancers.of(settings.balance()), System.err::println));
        this.guests = new Guests(loader, kernel, new GroundHere(settings, selectors));
        Advisers.find(loader).ifPresent(selectors::advisedBy);
        Site site = kernel.site();
        ServiceLoader.load(Tracer.class, loader).findFirst().ifPresent(site.tracing()::by);
        kernel.muting().bound(count("sojourn.place-messages", Bound.PLACE_MESSAGES));
        kernel.muting().heldBound(count("sojourn.held-messages", Bound.HELD_MESSAGES));
        kernel.parts().names().upkeep().least(count("sojourn.name-changes", Bound.NAME_CHANGES));
        this.blocked = new BlockedWorkers(kernel, workers);
        this.stuck = new StuckWorkers(kernel);
        this.looks = new Looks(self.toString());
        this.recording = new FlightRecording(kernel);
        this.profileFile = System.getProperty(Profiling.PROPERTY);
        this.profiling = profileFile == null ? null : new Profiling(clock, self.toString());
        kernel.observation().profile(profiling);
        // Before the detector's own watcher: when it announces, the loss is noted.
        site.switchboard().watch(this::noteLoss);
        this.termination =
                new Termination(site, init, Bound.WAVE_FAN_OUT.intValue(), new FourCounter(), this::terminated);
        this.inventory = new Inventory(kernel, this::busyPermille);
        this.dumps = new Dumps(kernel);
    }

    private int busyPermille() {
        return workers.busyPermille(kernel.site().policies().reading().nanos());
    }

    private static long count(String property, Bound usual) {
        String setting = System.getProperty(property);
        if (setting == null) {
            return usual.value();
        }
        if (!setting.matches("[1-9]\\d{0,17}")) {
            throw new IllegalArgumentException(
                    property + " is \"" + setting + "\"; it is a number of " + usual.unit() + ", at least 1");
        }
        return Long.parseLong(setting);
    }

    private static int inlineDepth(String setting) {
        return switch (setting) {
            case "on" -> Bound.INLINE_DEPTH.intValue();
            case "off" -> 0;
            default -> throw new IllegalArgumentException("sojourn.inline is \"" + setting + "\"; it is on or off");
        };
    }

    /**
     * Makes a codec. It takes a while to be quick, so it is made as early as possible.
     *
     * @param settings how the place runs
     * @param alone whether there is no other place
     * @param loader finds the program's classes
     * @return the codec
     */
    public static Codec codec(PlaceSettings settings, boolean alone, ClassLoader loader) {
        if (alone && !settings.copyLocal()) {
            return new NoCodec();
        }
        return Networks.find()
                .codec(new Network.CodecSettings(
                        settings.serialiser(),
                        settings.packages(),
                        travelling(loader),
                        Selector.class::isAssignableFrom,
                        loader));
    }

    private static Set<String> travelling(ClassLoader loader) {
        Set<String> all = Guests.travelling(loader);
        all.addAll(SelectorPlace.travelling());
        return all;
    }

    /**
     * Mints an incarnation for a place with which a run begins.
     *
     * @return random, not 0, below {@link Member#FIRST_LATER}
     */
    public static long incarnation() {
        long minted;
        do {
            minted = SECURE.nextLong() & Member.FIRST_LATER - 1;
        } while (minted == 0);
        return minted;
    }

    /**
     * Says where places listen, those that have come since the start among them. Links to them come up from either side.
     *
     * @param init the init place
     * @param addresses where each place listens
     */
    public void met(Member init, Map<Member, Network.Address> addresses) {
        if (endpoint != null) {
            endpoint.roster(init, addresses);
        }
    }

    /**
     * Sets the listener that is told how the places are, each {@link Bound#PLACE_SAMPLE_MILLIS} at the init place. Before {@link #start}.
     *
     * @param watcher told by threads that must not wait
     */
    public void onSample(Consumer<Map<Member, PlaceReport>> watcher) {
        onSample = watcher;
    }

    /** Has all that lives here end in order if the place is put out, see {@link #expelled}. Before {@link #start}. */
    public void endsInOrder() {
        mayBeOut = true;
        kernel.parts().list();
    }

    /**
     * This place is out of the run, and its process goes on: ends all that lives and waits here, and stops. Nothing of it gets out any
     * more. What hasn't ended after {@link Bound#EXPULSION_MILLIS} is logged; its threads end when the program's code returns.
     *
     * @param cause why it is out, a sentence
     */
    public void expelled(String cause) {
        stopped.set(true);
        kernel.site()
                .over("at a place that was put out of the run (" + cause
                        + "); its process is another place now, which Sojourn.start() gives");
        termination.close();
        CompletableFuture<List<String>> end = Expulsion.of(kernel, cause, members::execute);
        ending.completeExceptionally(new PlaceLostException("the place " + self + " was put out of the run: " + cause));
        List<String> left = end.join(); // its clock sees to that
        if (!left.isEmpty()) {
            LOG.log(
                    WARNING,
                    "{0} was put out of the run, and handlers that had begun there go on: {1}. Their threads end when"
                            + " they return",
                    self,
                    String.join("; ", left));
        }
        stop();
    }

    /**
     * Starts the place. At the init place the program's main is held to be running until {@link #mainReturned}.
     *
     * @param onExpelled told, once, with a sentence, if this place is declared out and must end
     * @param onLost told of each place that this one holds to be out while it is in, so that its launcher ends it and tells the
     *     others: all must hold the same
     */
    public void start(Consumer<String> onExpelled, Consumer<Member> onLost) {
        if (isInit) {
            kernel.site().hold();
            mainHolds.set(true);
            kernel.site()
                    .holders()
                    .add(
                            mainHolds,
                            () -> "main, which hasn't returned: thread " + main.getName() + ", " + main.getState()
                                    + Holders.frames(main));
            clock.arm(SAMPLE_NANOS, this::sample);
        }
        Consumer<Member> tell = member -> {
            if (!stopped.get()) {
                onLost.accept(member);
            }
        };
        Consumer<Member> tellLater = member -> clock.arm(OWN_LOSS_NANOS, () -> tell.accept(member));
        kernel.site().switchboard().watch(new LossNews(self, mayBeOut ? tellLater : tell, onExpelled));
        kernel.start();
        lookAfter();
        tend();
        if (endpoint != null) {
            Membership membership = endpoint.membership();
            membership.start(members);
        } else {
            kernel.site().switchboard().view(new Membership.View(1, List.of(self)));
        }
        try {
            guests.started();
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    /**
     * Has the run go on when it is quiescent, until it is stopped. Before {@link #start}, at the init place.
     *
     * @param rests told how the run would have ended, each time when it is quiescent
     * @param resumes told when it is quiescent no longer
     */
    public void restsOnly(Consumer<Ending> rests, Runnable resumes) {
        AtomicBoolean isResting = new AtomicBoolean();
        termination.restsOnly(now -> {
            isResting.set(now);
            if (now) {
                clock.arm(
                        0,
                        () -> judged(how -> {
                            if (isResting.get()) {
                                rests.accept(how);
                            }
                        }));
            } else {
                clock.arm(0, resumes);
            }
        });
    }

    /** The run is over though it isn't quiescent: whoever waits for its end waits no more, and nothing new begins. At the init place. */
    public void finish() {
        kernel.site().over();
        ending.complete(new Ending(Ending.Word.STOPPED, List.of(), Map.of()));
    }

    /**
     * Waits until so many places are there, this one included.
     *
     * @param count how many
     */
    public void awaitPlaces(int count) {
        Switchboard board = kernel.site().switchboard();
        if (board.members().size() >= count) {
            return;
        }
        CompletableFuture<@Nullable Void> there = new CompletableFuture<>();
        board.watch(new Switchboard.Watcher() {
            @Override
            public void joined(Member member) {
                if (board.members().size() >= count) {
                    there.complete(null);
                }
            }

            @Override
            public void lost(Member member, String cause) {}
        });
        if (board.members().size() < count) {
            there.join();
        }
    }

    /** Says that the run is over: a place that leaves from now on isn't lost, and nothing new begins. Idempotent. */
    public void over() {
        ends();
        kernel.site().over();
    }

    /** Says that the run is about to be over: a place that leaves from now on isn't lost. What runs here goes on. Idempotent. */
    public void ends() {
        stopped.set(true);
        kernel.site().switchboard().close();
        if (endpoint != null) {
            endpoint.over();
        }
    }

    /** The program's main runs on this thread, which isn't the one that has made this object. */
    public void mainRunsHere() {
        main = Thread.currentThread();
    }

    /** The program's main has returned: the run ends when it is quiescent. Idempotent. */
    public void mainReturned() {
        if (mainHolds.getAndSet(false)) {
            kernel.site().holders().remove(mainHolds);
            kernel.site().release();
        }
    }

    /**
     * The launcher has seen a place end.
     *
     * @param member which
     * @param cause a sentence
     */
    public void lost(Member member, String cause) {
        members.lost(member, cause);
    }

    /** Has the policies look, now and then, whether the bets that they make on short turns were lost. */
    private void tend() {
        if (closed.get()) {
            return;
        }
        Policies policies = kernel.site().policies();
        boolean isIdle = policies.idleStamp() >= 0;
        try {
            looks.run();
        } finally {
            clock.arm(isIdle ? TEND_IDLE_NANOS : TEND_NANOS, this::tend);
        }
    }

    private void lookAfter() {
        looks.add("the tending of the policies", kernel.site().policies()::tend);
        looks.add("the look for blocked workers", blocked::look);
        looks.add("the look for turns that don't end", stuck::look);
        looks.add(
                "the look at values that are being decoded",
                () -> decoding.look(kernel.site().switchboard().openings(), clock.nanoTime()));
        looks.add("the flight recording", recording::look);
        if (profiling != null) {
            looks.add("the profile", profiling::look);
        }
    }

    /**
     * Has this place leave the run in order.
     *
     * @return what has come of it, when the place may be stopped or it is clear that it stays
     * @throws IllegalStateException if there is no other place to go to; a sentence
     */
    public CompletableFuture<Leave> leave() {
        return selectors.leave();
    }

    private void noteLoss(Member member, String cause) {
        Switchboard board = kernel.site().switchboard();
        if (board.hasParted(member) || board.isStranger(member)) {
            return;
        }
        String sentence = member + " was lost (" + cause + "); " + PlaceReport.lived(lastReports.get(member));
        if (isInit && !ending.isDone()) {
            LOG.log(WARNING, sentence);
        }
        synchronized (losses) {
            losses.add(sentence);
        }
    }

    private void sample() {
        if (!stopped.get() && !ending.isDone()) {
            CompletableFuture.<@Nullable Void>completedFuture(null)
                    .thenCompose(now -> inventory.ask())
                    .thenAccept(this::sampled)
                    .whenComplete((none, failure) -> {
                        if (failure != null) {
                            LOG.log(ERROR, "it could not be told how the places are", failure);
                        }
                        clock.arm(SAMPLE_NANOS, this::sample);
                    });
        }
    }

    private void sampled(Map<Member, PlaceReport> reports) {
        lastReports = reports;
        onSample.accept(reports);
        LOG.log(DEBUG, () -> "sampled: " + lived(reports));
    }

    /** A sentence about each place, for the case that it is lost. */
    private static String lived(Map<Member, PlaceReport> reports) {
        List<String> all = new ArrayList<>();
        new TreeMap<>(reports).forEach((member, report) -> all.add("at " + member + " " + PlaceReport.lived(report)));
        return String.join("; ", all);
    }

    private void terminated() {
        LOG.log(DEBUG, "the run is quiescent");
        kernel.site().over();
        clock.arm(0, () -> judged(ending::complete));
    }

    private void judged(Consumer<Ending> told) {
        inventory
                .ask()
                .thenAccept(reports -> {
                    List<String> lost;
                    synchronized (losses) {
                        lost = List.copyOf(losses);
                    }
                    told.accept(Ending.of(reports, lost));
                })
                .exceptionally(failure -> {
                    LOG.log(ERROR, "the run's ending could not be judged", failure);
                    ending.completeExceptionally(failure);
                    return null;
                });
    }

    /**
     * Asks all places for their reports, for an ending that quiescence didn't bring about, and waits for them.
     *
     * @return the reports; if they take longer than {@link Bound#FINAL_REPORT_SECONDS}, this place's and what others said last
     */
    public Map<Member, PlaceReport> finalReports() {
        try {
            return inventory.ask().get(Bound.FINAL_REPORT_SECONDS.value(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            LOG.log(DEBUG, "some places gave no report at the end", e);
            Map<Member, PlaceReport> known = new TreeMap<>(lastReports);
            known.put(self, inventory.own());
            return known;
        }
    }

    /**
     * Has everything that can leave this place.
     *
     * @return what is left and why, when nothing leaves any more
     * @throws IllegalStateException if there is no other place to go to
     */
    public CompletableFuture<Drained> drain() {
        return selectors.drain();
    }

    /**
     * Asks a guest of this place on behalf of somebody outside of the run.
     *
     * @param word which guest answers it
     * @param content what is asked
     * @return the answer; exceptionally, with a sentence for people, if there is none
     */
    public CompletableFuture<byte[]> ask(String word, byte[] content) {
        return kernel.inquiries().ask(word, content);
    }

    /**
     * Describes what all places do and wait for.
     *
     * @return the lines to come
     */
    public CompletableFuture<String> dump() {
        return dumps.ask();
    }

    /**
     * Describes what this place does and waits for.
     *
     * @return in words
     */
    public Dump ownDump() {
        return dumps.own();
    }

    /**
     * Reports of this place.
     *
     * @return in numbers
     */
    public PlaceReport ownReport() {
        return inventory.own();
    }

    /**
     * Counts what waits here.
     *
     * @return messages, as far as their holders can be found
     */
    public long waiting() {
        return Dump.waiting(kernel);
    }

    /**
     * Returns what could not be delivered here.
     *
     * @param cause why
     * @return messages
     */
    public long deadLetters(DeadLetters.Cause cause) {
        return kernel.site().deadLetters().count(cause);
    }

    /**
     * Returns how the run ends, at the init place.
     *
     * @return completed when the run is quiescent
     */
    public CompletableFuture<Ending> ending() {
        return ending;
    }

    /**
     * Returns the guests besides the selectors.
     *
     * @return those that were found on the class path
     */
    public Guests guests() {
        return guests;
    }

    /**
     * Returns the selectors.
     *
     * @return this place's
     */
    public SelectorPlace selectors() {
        return selectors;
    }

    /**
     * Returns this place.
     *
     * @return the member
     */
    public Member self() {
        return self;
    }

    /**
     * Returns whether this is the init place.
     *
     * @return whether it decides how the run ends
     */
    public boolean isInit() {
        return isInit;
    }

    /** A kind that is misspelt in a rule is ignored, and shows in no other way. At one place of several it may live elsewhere. */
    private void tellUnmetRules() {
        List<String> unmet = selectors.unmetRules();
        if (!unmet.isEmpty()) {
            LOG.log(
                    kernel.site().switchboard().members().size() > 1 ? INFO : WARNING,
                    "sojourn.policy names {0}, and {1} has made no selector of that kind; a kind is written as its"
                            + " class, Outer.Inner if it is nested, with its package or without",
                    String.join(", ", unmet),
                    self);
        }
    }

    /** Stops workers and links in order, and leaves the group. Idempotent. */
    public void stop() {
        over();
        if (closed.getAndSet(true)) {
            return;
        }
        termination.close();
        tellUnmetRules();
        try {
            guests.stopped();
            kernel.stop();
        } catch (RuntimeException e) {
            LOG.log(WARNING, self + " could not stop in order", e);
        } finally {
            if (endpoint != null) {
                endpoint.close();
            }
            members.stop();
            clock.stop();
            recording.stop();
            if (profiling != null && profileFile != null) {
                profiling.write(Path.of(profileFile));
            }
        }
    }
}
