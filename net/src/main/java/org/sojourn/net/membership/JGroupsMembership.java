package org.sojourn.net.membership;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;
import org.sojourn.kernel.port.Membership.View;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.link.LinkMesh;
import org.sojourn.net.link.Touch;
import org.sojourn.net.wire.Loop;
import org.sojourn.net.wire.Wire;

/**
 * Membership by JGroups, over links of its own.
 *
 * <p><b>Purpose.</b> One group per run. All that are in are told of every join, leave and loss, in one order everywhere.
 * An object of this class takes part once: it joins, and leaves or is expelled; to come back, a place starts anew with
 * a new incarnation.
 *
 * <p><b>What carries it.</b> A second {@link LinkMesh}, by the same port as the links of the kernel and with the same proof,
 * but with connections and a loop of its own: no packet of the program is ever before a view or a sign of life. JGroups orders
 * views and sees that all get them; its transport ({@link LinkTransport}) is a few lines over that mesh. The mesh is started at once
 * and keeps what comes ({@link Arrivals}) until JGroups is there. At places with which a run begins that is {@value #JOIN_AFTER_MILLIS} ms later: no message
 * waits for a view, and places that start share processors.
 *
 * <p><b>Who leads.</b> The init place (place 0) makes the group and leads it for as long as there is one. The others
 * know it from the launcher, ask it alone, and are kept waiting until it leads, so no
 * place ever makes a group of its own and no two groups ever need to be merged. There is no merge protocol in the
 * stack, hence none that could undo an expulsion. Should a view come without the init place, then this is the losing
 * side of a partition, or the init place is gone: the place is expelled.
 *
 * <p><b>Who is who.</b> A member's JGroups address is its place number and incarnation ({@code MemberAddress}). All that see an
 * incarnation leave end their links with it for good after {@value #GOODBYE_MILLIS} ms, if it hasn't done so itself, and answer each
 * further connection that it is out.
 *
 * <p><b>Who is lost.</b> A member that was silent for the bound B, which a {@link SilenceJudge} decides, and one that is {@linkplain #ended
 * said to have ended} by one that knows: the launcher, which sees processes end, or the links, to which it has said
 * goodbye. What happens to connections is no verdict: a reset one is made anew, however often. A sign of life is whatever comes
 * from a member by these links, and whatever is {@linkplain #heard said to have been heard} by other ways. Signs of life are sent each
 * {@link #beat}.
 *
 * <pre>
 *   silent                     B, of the judge's own time       B
 *   the judge looks            2 periods                        0.05 B
 *   the view goes round        waits for acknowledgements       at most min(B/10, 2 s)
 *   timers that fire late      a look that is late by d         d
 * </pre>
 *
 * <p>A place that was stopped and goes on in time does not hold the pause against the others. One that goes on too late finds its
 * links closed and is told, by whomever it links to next, that it was declared out; if nobody can be reached it hears
 * nothing of the init place. Either way it is expelled, its channel is closed and it never joins again. So is a place that the init
 * place refuses: since its secret, its program or its incarnation is another.
 *
 * <p><b>Who may speak.</b> Every link begins with a mutual proof of the cluster secret ({@code Handshake}), behind TLS where there are
 * certificates; only then does JGroups see a byte of it. Packets are at most {@value #MAX_PACKET_BYTES} bytes, checked before they are
 * allocated, and a peer that takes nothing is kept no more than {@value #KEPT_BYTES} bytes twice.
 *
 * <p><b>Threads.</b> All are daemons. The listener is called by one thread of its own, in order, and holds up nobody.
 *
 * <p><b>Left out.</b> JGroups' own sockets: a second port for each place, a thread for each connection and one that connects to all others,
 * proof and TLS a second time. JGroups' own failure detection (FD_ALL3, VERIFY_SUSPECT2, and its transport's suspicion of whoever closes a
 * connection): a living place whose connection was reset had a second or two to answer over the next one, which under load, or with
 * packets lost, wasn't enough. FD_SOCK2 does the same and needs a further listening port per place. AUTH looks at joins only.
 */
public final class JGroupsMembership implements Membership {
    private static final System.Logger LOG = System.getLogger(JGroupsMembership.class.getName());

    private static final String GROUP = "sojourn";

    /** The largest packet that is read: a view of all places that an address can name is far smaller. */
    static final int MAX_PACKET_BYTES = 1 << 20;

    static final int KEPT_BYTES = 1 << 20;
    private static final long FLUSH_MILLIS = 500;
    private static final int BEATS_PER_BOUND = 30;
    private static final long MAX_BEAT_MILLIS = 1_000;
    private static final int ACKNOWLEDGES_PER_BOUND = 10;
    private static final long MAX_ACKNOWLEDGE_MILLIS = 2_000;
    private static final long JOIN_AFTER_MILLIS = 300;
    private static final long JOIN_MILLIS = 2_000;
    private static final long GOODBYE_MILLIS = 1_000;
    private static final long LAST_WORD_MILLIS = 1_000;

    static {
        SystemLog.install();
    }

    private final MembershipOptions options;
    private final ThreadFactory threads;
    private final SilenceJudge judge;
    private final Loop loop;
    private final LinkMesh links;
    private final Arrivals arrivals;
    private final ExecutorService events;
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicBoolean expelled = new AtomicBoolean();

    /** Written before the start, read by the joining thread. */
    private volatile List<Member> expected = List.of();

    /** Written by the joining thread under the lock of this object, read by the closing one under the same. */
    private @Nullable JChannel channel;

    /** Set before the start, read by the links' loop. */
    private volatile @Nullable Listener listener;

    /**
     * Prepares. Nothing is sent or answered before {@link #start}.
     *
     * @param options this place, and the group that it joins
     * @param wire carries the connections, and nobody else's
     */
    public JGroupsMembership(MembershipOptions options, Wire wire) {
        this.options = options;
        threads = daemons("sojourn-membership-" + options.self());
        judge = new SilenceJudge(options.silenceBound().toNanos(), System.nanoTime());
        loop = wire.loop();
        links = new LinkMesh(options.links().within(MAX_PACKET_BYTES, KEPT_BYTES), wire);
        arrivals = new Arrivals(loop, options.init(), this::unlinked);
        events = Executors.newSingleThreadExecutor(threads);
        links.keepInTouch(new Touch(
                beat().toNanos(),
                member -> member.equals(options.init()) != options.isInit(),
                judge::heard,
                this::ended));
    }

    /**
     * Tells where members listen. The init place's address must be known, or a place never joins.
     *
     * @param known their addresses
     */
    public void addresses(Map<Member, Network.Address> known) {
        links.addresses(known);
    }

    /**
     * Starts to take part: the init place makes the group, any other place asks for it until it is let in. Returns at
     * once. A place that is refused for good, since its secret or its incarnation is not accepted, is told so by
     * {@link Membership.Listener#expelled}.
     *
     * @param listener told of views until {@link #stop}
     * @throws IllegalStateException if started before
     */
    @Override
    public void start(Listener listener) {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("membership of " + options.self() + " was started before; make a new one");
        }
        this.listener = listener;
        links.start(arrivals);
        Runnable joins = threads.newThread(() -> join(listener))::start;
        if (options.self().incarnation() < Member.FIRST_LATER) {
            loop.execute(() -> loop.schedule(TimeUnit.MILLISECONDS.toNanos(JOIN_AFTER_MILLIS), joins));
        } else {
            joins.run();
        }
    }

    /** The run is over: see {@link LinkMesh#over}. */
    public void over() {
        links.over();
    }

    /**
     * Says goodbye and stops, within two times {@value #FLUSH_MILLIS} ms. The listener isn't called afterwards. What JGroups is in the middle of, as
     * a join or a view that others are to acknowledge, isn't waited for: its threads end within seconds, by themselves. Idempotent.
     */
    @Override
    public void stop() {
        if (stopped.compareAndSet(false, true)) {
            leave();
            events.shutdown();
        }
    }

    /**
     * Returns how often signs of life are to be sent.
     *
     * @return a small part of the bound on silence, at most {@value #MAX_BEAT_MILLIS} ms
     */
    public Duration beat() {
        return Duration.ofMillis(Math.min(options.silenceBound().toMillis() / BEATS_PER_BOUND, MAX_BEAT_MILLIS));
    }

    /**
     * Something has come from a member by another way. By any thread.
     *
     * @param member the member
     */
    public void heard(Member member) {
        judge.heard(member);
    }

    /**
     * A member has ended: it need not be waited for. By any thread. That the init place has ended changes nothing here: the
     * caller knows what follows.
     *
     * @param member the member
     */
    public void ended(Member member) {
        if (options.isInit()) {
            judge.ended(member);
        }
    }

    /**
     * Names the members that will join. The init place puts one out that is silent for the bound before it has: a view shows it, and the
     * next one doesn't. While any of them lives and hasn't joined, nobody is put out, since it would not hear of it. Any other place is
     * expelled if the init place is silent for the bound, also before it has joined.
     *
     * @param members all members; to be said before {@link #start}, once
     */
    public void expect(Collection<Member> members) {
        expected = members.stream()
                .filter(each -> !each.equals(options.self()) && (options.isInit() || each.place() == 0))
                .toList();
    }

    private void join(Listener listener) {
        if (stopped.get()) {
            return;
        }
        Consumer<String> expel = cause -> expel(listener, cause);
        try {
            JChannel made = connectable(expel);
            made.setReceiver(new Receiver() {
                @Override
                public void viewAccepted(org.jgroups.View view) {
                    accept(listener, view);
                }
            });
            synchronized (this) {
                if (stopped.get()) {
                    made.close();
                    return;
                }
                channel = made;
            }
            made.connect(GROUP);
        } catch (Throwable e) { // an Error as well: all others would wait for this place
            // A refusal to join is the cause of what JGroups throws.
            Throwable root = e;
            for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                root = cause;
            }
            LOG.log(Level.DEBUG, "joining failed", e);
            expel.accept("couldn't take part in the run: " + root.getMessage());
        }
    }

    /** Called by JGroups for one view after the other. */
    private void accept(Listener listener, org.jgroups.View view) {
        List<Address> addresses = view.getMembers();
        List<Member> members = MemberAddress.toMembers(addresses);
        if (members.size() < addresses.size()) {
            LOG.log(
                    Level.WARNING,
                    "ignored in view: {0} members without place and incarnation",
                    addresses.size() - members.size());
        }
        View next = new View(view.getViewId().getId(), members);
        if (!expelled.get()) {
            tell(() -> listener.view(next));
        }
    }

    private void expel(Listener listener, String cause) {
        if (stopped.get() || !expelled.compareAndSet(false, true)) {
            return;
        }
        tell(() -> listener.expelled(cause));
        threads.newThread(this::leave).start();
    }

    private void tell(Runnable call) {
        try {
            events.execute(() -> {
                if (!stopped.get()) {
                    call.run();
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "an event after the stop was dropped", e);
        }
    }

    private void leave() {
        arrivals.abandon();
        JChannel open;
        synchronized (this) {
            open = channel;
        }
        if (open != null) {
            // A thread that is still in the middle of something finds protocols that have no address any more.
            open.getProtocolStack().getProtocols().forEach(each -> each.setLevel(SystemLog.OFF));
        }
        links.stop(FLUSH_MILLIS);
        if (open != null) {
            threads.newThread(open::close).start();
        }
    }

    /** A member isn't in any more. If it knows, it still has to say goodbye; if it doesn't, its links end. */
    private void lost(Member member) {
        loop.execute(() ->
                loop.schedule(TimeUnit.MILLISECONDS.toNanos(GOODBYE_MILLIS), () -> links.remove(member, () -> {})));
    }

    /**
     * The links to a member are over for good. Where the init place has gone first at the end of a run, the launcher's word of that end may still be
     * on its way.
     */
    private void unlinked(Member member, String cause) {
        Listener told = listener;
        if (told != null && member.equals(options.init())) {
            loop.execute(() -> loop.schedule(
                    TimeUnit.MILLISECONDS.toNanos(LAST_WORD_MILLIS),
                    () -> expel(told, "no part in the run without the init place: " + cause)));
        }
    }

    private JChannel connectable(Consumer<String> expel) throws Exception {
        LinkTransport transport = new LinkTransport(options.self(), options.init(), links, arrivals);
        PlaceGroup made = new PlaceGroup(expel, this::lost, transport::open);
        long bound = options.silenceBound().toMillis();
        made.setJoinTimeout(JOIN_MILLIS)
                .setMaxJoinAttempts(0)
                .setViewAckCollectionTimeout(Math.min(bound / ACKNOWLEDGES_PER_BOUND, MAX_ACKNOWLEDGE_MILLIS));
        List<Protocol> stack = List.of(
                transport,
                new Lookout(options.self(), expected, judge, bound, threads, made, expel),
                new NAKACK2(),
                new UNICAST3(),
                new STABLE(),
                made);
        JChannel unconnected = new JChannel(stack);
        unconnected.setName(options.self().toString());
        unconnected.addAddressGenerator(() -> MemberAddress.of(options.self()));
        if (!options.isInit()) {
            transport.open(); // the init place's group opens it, by its first view
        }
        return unconnected;
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
