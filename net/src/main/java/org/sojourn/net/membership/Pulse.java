package org.sojourn.net.membership;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.EmptyMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FailureDetection;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * Signs of life by JGroups' own connections, and what a {@link SilenceJudge} makes of these and of all others. It stands where
 * JGroups' failure detection would.
 *
 * <p><b>Who watches whom.</b> The init place watches all others, and has JGroups put out whoever was silent for too long. All
 * others watch the init place; whoever doesn't hear it for so long is expelled: no run goes on without it, and nobody
 * else may lead. So signs of life go from the init place to all and from each to the init place.
 *
 * <p><b>Threads.</b> The judge looks on a thread of its own, which sends nothing, so no peer that doesn't read can hold it up.
 * Signs of life are sent by JGroups' timer.
 */
final class Pulse extends Protocol {
    private static final System.Logger LOG = System.getLogger(Pulse.class.getName());

    private final Member self;
    private final SilenceJudge judge;
    private final long boundMillis;
    private final long beatMillis;
    private final ThreadFactory threads;
    private final Consumer<String> expel;
    private @Nullable ScheduledExecutorService looks;
    private @Nullable Future<?> beats;

    /** The init place, once a view has shown it; null before, and at the init place itself. Written by JGroups, read by its timer. */
    private volatile @Nullable Address init;

    Pulse(
            Member self,
            SilenceJudge judge,
            long boundMillis,
            long beatMillis,
            ThreadFactory threads,
            Consumer<String> expel) {
        setId(ClassConfigurator.getProtocolId(FD_ALL3.class));
        this.self = self;
        this.judge = judge;
        this.boundMillis = boundMillis;
        this.beatMillis = beatMillis;
        this.threads = threads;
        this.expel = expel;
    }

    @Override
    public synchronized void start() throws Exception {
        super.start();
        beats = getTransport().getTimer().scheduleWithFixedDelay(this::beat, 0, beatMillis, TimeUnit.MILLISECONDS);
        ScheduledExecutorService made = Executors.newSingleThreadScheduledExecutor(threads);
        made.scheduleWithFixedDelay(this::look, 0, judge.periodNanos(), TimeUnit.NANOSECONDS);
        looks = made;
    }

    @Override
    public synchronized void stop() {
        if (beats != null) {
            beats.cancel(false);
        }
        if (looks != null) {
            looks.shutdown();
        }
        super.stop();
    }

    @Override
    public Object down(Event event) {
        Object result = down_prot.down(event);
        if (event.getType() == Event.VIEW_CHANGE) {
            View view = event.getArg();
            List<Member> members = MemberAddress.toMembers(view.getMembers());
            boolean isInit = self.place() == 0;
            judge.watch(members.stream()
                    .filter(each -> !each.equals(self) && (isInit || each.place() == 0))
                    .toList());
            if (!isInit) {
                init = view.getCoord();
            }
        }
        return result;
    }

    @Override
    public @Nullable Object up(Message message) {
        heard(message.getSrc());
        return message.getHeader(id) == null ? up_prot.up(message) : null;
    }

    @Override
    public void up(MessageBatch batch) {
        heard(batch.sender());
        batch.removeIf(message -> message.getHeader(id) != null, true);
        if (!batch.isEmpty()) {
            up_prot.up(batch);
        }
    }

    private void heard(@Nullable Address sender) {
        Member member = MemberAddress.toMember(sender);
        if (member != null) {
            judge.heard(member);
        }
    }

    private void beat() {
        Address to = init;
        if (to != null || self.place() == 0) {
            down_prot.down(new EmptyMessage(to)
                    .setFlag(Message.Flag.OOB)
                    .setFlag(Message.TransientFlag.DONT_LOOPBACK)
                    .putHeader(id, new FailureDetection.HeartbeatHeader()));
        }
    }

    private void look() {
        try {
            judge.look(System.nanoTime()).forEach(this::putOut);
        } catch (RuntimeException e) { // no reason not to look again
            LOG.log(Level.ERROR, "a member that is out could not be put out", e);
        }
    }

    private void putOut(Member out) {
        if (self.place() == 0) {
            up_prot.up(new Event(Event.SUSPECT, List.of(MemberAddress.of(out))));
        } else {
            expel.accept("nothing was heard of the init place for " + boundMillis
                    + " ms: it is gone, or can't be reached from here");
        }
    }
}
