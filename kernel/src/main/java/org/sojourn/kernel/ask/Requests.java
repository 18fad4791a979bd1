package org.sojourn.kernel.ask;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Feature;
import org.sojourn.kernel.part.Luggage;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Post;
import org.sojourn.kernel.part.Replies;
import org.sojourn.kernel.part.ReplyAddress;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.site.Site;
import org.sojourn.kernel.site.Tracing;

/**
 * The requests that wait for answers, and the way answers take: one place's side.
 *
 * <p><b>Purpose.</b> A request is a message that carries a reply address. It has one outcome: an answer, the time-out, the
 * notice that the message couldn't be delivered or that the receiver has thrown while it processed it, or the loss of a place that
 * it needs; an answer that comes later is a dead letter, and that there is none is news to nobody by then. The
 * outcome is told in the asker's turn, never concurrently with its handlers and whatever its guards, wherever the asker is by
 * then; askers that are no part are told on a worker.
 *
 * <p><b>Who decides.</b> While the asker is where it has asked, whoever removes the request from this place's table has
 * decided, and the asker's turn finds it open. An asker that moves takes its open requests along ({@link Luggage}); from then
 * on nothing decides but its own turns, by its {@link Questions}: whatever raced to be the outcome, the first that is acted
 * on is it.
 *
 * <p><b>The way.</b> An answer goes to the place where it was asked, by the number that the request has there:
 *
 * <pre>
 *   waiting --answer, time-out, loss--&gt; told in the asker's turn
 *      | the asker leaves
 *      v
 *   away (number, asker's name) --REPLY, or the time is over--&gt; ANSWER to the name, on the way that its mail takes
 *      ^
 *      +-- the asker comes back: it is a guest here, like anywhere else
 * </pre>
 *
 * So nothing changes for those that never move, who are most: no name is told, and no packet is longer. What is told to the
 * asker just when it leaves is refused by its closed inbox and goes after it likewise. At the asker's present place the
 * request is a <em>guest</em>, known by its address: its time-out is armed there, for the time that is left, and the losses
 * of places are looked at there.
 *
 * <p><b>A place is lost.</b> That of the receiver, or the one where it was asked, since answers come by it: the request ends
 * with {@link Outcome.None.Cause#PLACE_LOST}.
 *
 * <p><b>The time-out</b> is counted at both places, each by its own clock: nothing compares two clocks, since only the time that is left
 * travels. The two may ring in either order. Where it was asked it rings for the time that the asker was on its way, which the new
 * place doesn't count, and for an asker that is on its way just now: the time-out goes after it like an answer. Where the asker is it rings
 * though the other place is stopped, or an answer is lost with a place on its way. Neither has to know what the other does, because of
 * one rule: <em>no place forgets a request whose outcome it hasn't sent to the asker.</em> So whatever comes first is acted on,
 * and what comes then finds no question. A place that drops its entry and says nothing would take the answer away: it came too late there, where nobody waits,
 * and the asker, whose own alarm was still to ring, had none when the run was over.
 *
 * <p><b>Bounded.</b> What is away is forgotten with the first answer, or when the request's time is over, whatever has become
 * of the asker meanwhile: if the request was over by then, that packet is for nothing. To be told at once of other outcomes isn't worth a packet
 * for each: few requests have them.
 *
 * <p><b>Termination.</b> An open request doesn't hold its place active; one that is left when all is quiet is owed, and
 * counted where the asker is. REPLY and ANSWER are basic packets, and a place is active while an alarm of it tells what it has to:
 * so at the instant at which all is quiet no outcome is due. A time-out that rings later than that, and before the end is
 * announced, has come after the end.
 *
 * <p><b>Dropped.</b> Addressing answers to the asker's name from the first: a lost place would cost no answer that only comes
 * by it, but each place that answers would keep a descriptor of each asker, and an asker that has ever asked elsewhere
 * couldn't be garbage. Telling the receiver where the asker is now: it may have handed the reply address on. One clock for the time-out, where
 * it was asked: a place that is stopped would keep the time-outs of askers that have left it. One, where the asker is: the other place
 * would have to be told of each end, by an asker that may be lost.
 */
public final class Requests implements Replies {
    /** The continuations of the answers that a part waits for, where it moves. */
    public interface Continuations {
        /**
         * Takes what goes on with the answers. None of them {@linkplain Pending#staysBecause stays}.
         *
         * @param pending all of one part
         * @return in a form of its own; lambdas stand in the array itself
         */
        Object[] pack(List<Pending> pending);

        /**
         * Has a part that has moved wait again.
         *
         * @param questions what {@link #pack} was given, in this order
         * @param packed what it has returned
         * @throws org.sojourn.kernel.port.MalformedException if it is none of that
         * @return who waits, in this order
         */
        List<? extends Pending> unpack(Cell cell, List<Pending.Question> questions, Object[] packed);
    }

    /**
     * Whose answer is sent on.
     *
     * @param name the asker's
     * @param alarm rings when the request has timed out wherever the asker is; null for one without a time-out
     */
    private record Forwarded(Name name, Clock.@Nullable Alarm alarm) {}

    /** The most questions of one part, or objects that go on with them. */
    private static final int MOST = 1 << 24;

    /** A longer time-out is as good as this one. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE >> 1);

    private final Post post;
    private final Parts parts;
    private final Site site;
    private final Continuations continuations;

    /** Asked here, by askers who have not moved since. */
    private final Map<Long, Pending> table = new ConcurrentHashMap<>();

    /** Asked here, by parts that have moved since. An entry is made before that of the table is removed. */
    private final Map<Long, Forwarded> away = new ConcurrentHashMap<>();

    /** Of parts here, who had asked before they came. */
    private final Map<ReplyAddress, Pending> guests = new ConcurrentHashMap<>();

    /** Threads that are no parts, and wait for what was asked by parts that may leave. */
    private final Waiters waiters = new Waiters();

    private final AtomicLong count = new AtomicLong();
    private Consumer<Cell> onlooker = asker -> {};

    /** Makes the requests of a place, of which there are none yet. */
    public Requests(Post post, Continuations continuations) {
        this.post = post;
        this.parts = post.parts();
        this.site = parts.site();
        this.continuations = continuations;
        site.switchboard().on(PacketKind.REPLY, (from, packet) -> {
            long number = packet.i64();
            Tracer.Carried carried = site.tracing().read(packet);
            Outcome outcome = Outcome.read(packet);
            site.tracing().within(carried, () -> conclude(number, outcome));
        });
        post.on(PacketKind.ANSWER, packet -> Answer.read(this, packet));
        parts.onLuggage(Questions.TAG, this::read);
    }

    /** Names who is told that a part asks; before the start. */
    public void onlooker(Consumer<Cell> told) {
        onlooker = told;
    }

    Tracing tracing() {
        return site.tracing();
    }

    /**
     * Opens a request. The message that carries the address is sent afterwards.
     *
     * @param pending who waits
     * @param timeout how long, or null without limit
     * @return where the answer goes
     */
    public ReplyAddress open(Pending pending, @Nullable Duration timeout) {
        long number = count.incrementAndGet();
        ReplyAddress address = new ReplyAddress(site.self(), number);
        pending.address = address;
        table.put(number, pending);
        if (pending.asker != null) {
            questions(pending.asker).add(pending);
            onlooker.accept(pending.asker);
        }
        if (timeout != null) {
            long nanos = (timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST).toNanos();
            pending.due = site.clock().nanoTime() + nanos;
            pending.alarm = arm(nanos, () -> conclude(number, late(pending.receiver, nanos, "")));
        }
        return address;
    }

    private Questions questions(Cell asker) {
        return asker.feature(Questions.class, any -> new Questions(this));
    }

    /** One of its requests has ended, in the asker's turn; false if it was over already, or is a former life's. */
    boolean concluded(Pending pending) {
        Cell asker = Objects.requireNonNull(pending.asker);
        if (!questions(asker).remove(pending)) {
            return false;
        }
        close(pending);
        asker.processed();
        return true;
    }

    /** Has a time-out told. The place is active until it is: what is due isn't overlooked when the run seems to be over. */
    private Clock.Alarm arm(long nanos, Runnable tell) {
        return site.clock().arm(nanos, () -> {
            site.hold();
            try {
                tell.run();
            } finally {
                site.release();
            }
        });
    }

    private static Outcome late(Target receiver, long nanos, String since) {
        return new Outcome.None(
                Outcome.None.Cause.TIMED_OUT,
                "no answer from " + receiver + " within "
                        + Duration.ofNanos(nanos).toMillis() + " ms" + since);
    }

    /**
     * Forgets a request whose message could not be sent, or whose answer nobody wants any more. In the asker's turn.
     *
     * @param pending what {@link #open} was given
     */
    public void abandon(Pending pending) {
        Cell asker = pending.asker;
        if (asker == null) {
            close(pending);
        } else if (concluded(pending)) {
            asker.freed();
        }
    }

    /**
     * Answers a request, wherever its asker waits.
     *
     * @param address where the answer goes
     */
    public void answer(ReplyAddress address, Outcome outcome) {
        if (address.place().equals(site.self())) {
            conclude(address.request(), copied(outcome));
            return;
        }
        PacketWriter packet = new PacketWriter(PacketKind.REPLY, 64).i64(address.request());
        site.tracing().write(packet, site.tracing().current());
        Encoded value = outcome.encode(site.codec());
        outcome.write(packet);
        if (!send(address.place(), address.request(), packet, value)) {
            missed("asker at " + address.place(), outcome, DeadLetters.Cause.PLACE_LOST);
        }
        parts.flow().sentTo(address.place(), true);
    }

    /** As it would be had it gone to another place, if local messages are copied. */
    private Outcome copied(Outcome outcome) {
        if (!site.copier().copies() || !(outcome instanceof Outcome.Value value) || value.value() == null) {
            return outcome;
        }
        try {
            return new Outcome.Value(site.copier().copy(value.value()));
        } catch (UndecodableException e) {
            return Outcome.undecodable(e);
        }
    }

    // ---- what the kernel answers ------------------------------------------------------------------------------------

    @Override
    public void reply(ReplyAddress to, @Nullable Object value) {
        answer(to, new Outcome.Value(value));
    }

    @Override
    public void refuse(ReplyAddress to, String sentence, @Nullable Throwable cause) {
        Outcome told = new Outcome.Failure(new IllegalStateException(sentence, cause));
        if (cause != null) {
            try {
                told.encode(site.codec());
            } catch (UnencodableException e) {
                told = new Outcome.Failure(new IllegalStateException(sentence));
            }
        }
        answer(to, told);
    }

    @Override
    public void failed(ReplyAddress to, String sentence, Throwable failure) {
        Outcome.None.Cause cause = Outcome.None.Cause.RECEIVER_FAILED;
        try {
            answer(to, new Outcome.None(cause, sentence, failure));
        } catch (Throwable another) { // the failure's own code; whoever has failed has still to end
            answer(to, new Outcome.None(cause, sentence));
        }
    }

    @Override
    public void undelivered(ReplyAddress to, String sentence, boolean isPlaceLost) {
        Outcome.None.Cause cause = isPlaceLost ? Outcome.None.Cause.PLACE_LOST : Outcome.None.Cause.RECEIVER_GONE;
        answer(to, new Outcome.None(cause, sentence));
    }

    // ---- outcomes ---------------------------------------------------------------------------------------------------

    private boolean send(Member to, long key, PacketWriter packet, @Nullable Encoded value) {
        return value == null
                ? site.switchboard().send(to, key, packet)
                : site.switchboard().send(to, key, packet, value);
    }

    private void conclude(long number, Outcome outcome) {
        Pending pending = table.remove(number);
        if (pending != null) {
            end(pending, outcome);
            return;
        }
        Forwarded asker = forget(number);
        Descriptor<Cell> known = asker == null ? null : parts.names().find(asker.name());
        if (known != null) {
            ReplyAddress address = new ReplyAddress(site.self(), number);
            post.to(known)
                    .signal(new Answer(this, address, outcome, site.tracing().current()));
        } else {
            missed("request " + number, outcome, DeadLetters.Cause.LATE_REPLY);
        }
    }

    /** An outcome reaches nobody. An answer is lost then; that there is none is news to nobody. */
    void missed(String asker, Outcome outcome, DeadLetters.Cause cause) {
        if (!(outcome instanceof Outcome.None)) {
            site.deadLetters().add(asker, outcome.describe(), null, cause);
        }
    }

    private void end(Pending pending, Outcome outcome) {
        if (pending.alarm != null) {
            pending.alarm.cancel();
        }
        Cell asker = pending.asker;
        if (asker != null) {
            asker.signal(new Answer(this, pending, outcome));
            return;
        }
        site.policy()
                .submit(new Told(
                        site.tracing(), pending, outcome, site.tracing().current()));
    }

    /** Tells an asker that is no part. What it goes on with is the program's code: it may block, and is named then. */
    private record Told(Tracing tracing, Pending pending, Outcome outcome, Tracer.@Nullable Carried carried)
            implements Task {
        @Override
        public void run() {
            Context.current().outside(this, () -> tracing.within(carried, () -> outcome.tell(pending)));
        }

        @Override
        public String toString() {
            return "a thread's continuation with " + pending.describe();
        }
    }

    private @Nullable Forwarded forget(long number) {
        Forwarded known = away.remove(number);
        if (known != null && known.alarm() != null) {
            known.alarm().cancel();
        }
        return known;
    }

    /** A request is over: nothing at this place is kept for it. In the asker's turn, if that is a part. */
    void close(Pending pending) {
        ReplyAddress address = Objects.requireNonNull(pending.address);
        if (pending.alarm != null) {
            pending.alarm.cancel();
        }
        if (!guests.remove(address, pending)) {
            table.remove(address.request(), pending);
        } else if (address.place().equals(site.self())) {
            forget(address.request());
        }
    }

    // ---- moving -----------------------------------------------------------------------------------------------------

    /** A part has left with what it has asked. */
    void left(Cell part, Questions questions) {
        Name asker = part.name();
        long now = site.clock().nanoTime();
        for (Pending each : questions.open()) {
            ReplyAddress address = Objects.requireNonNull(each.address);
            if (each.alarm != null) {
                each.alarm.cancel();
            }
            if (!guests.remove(address, each)) {
                leave(asker, each, address.request(), now);
            }
        }
        waiters.over(part);
    }

    private void leave(Name asker, Pending pending, long number, long now) {
        Forwarded going = new Forwarded(asker, null);
        away.put(number, going);
        if (!table.remove(number, pending)) {
            forget(number); // its outcome was told to the part that has left, and follows it
        } else if (pending.alarm != null) {
            Target receiver = pending.receiver;
            long nanos = Math.max(0, pending.due - now);
            String since = " since " + asker + " left " + site.self() + ", where it had asked";
            Clock.Alarm over = arm(nanos, () -> conclude(number, late(receiver, nanos, since)));
            if (!away.replace(number, going, new Forwarded(asker, over))) {
                over.cancel(); // it was answered just now
            }
        }
    }

    /**
     * What a part has asked, as it moves.
     *
     * @param continuations what goes on with the answers
     */
    private record Packed(Requests requests, List<Pending.Question> questions, Object[] continuations)
            implements Feature.Packed {
        @Override
        public int tag() {
            return Questions.TAG;
        }

        @Override
        public void write(PacketWriter numbers, List<Object> objects) {
            numbers.i32(questions.size()).i32(continuations.length);
            for (Pending.Question each : questions) {
                each.address().write(numbers);
                each.receiver().export().write(numbers);
                numbers.member(each.receiver().location());
                numbers.text(each.question()).i64(each.untilDue());
            }
            objects.addAll(Arrays.asList(continuations));
        }

        @Override
        public void unpack(Cell part) {
            List<? extends Pending> pending = requests.continuations.unpack(part, questions, continuations);
            for (int i = 0; i < questions.size(); i++) {
                requests.came(pending.get(i), questions.get(i));
            }
        }
    }

    Feature.Packed pack(List<Pending> open) {
        long now = site.clock().nanoTime();
        List<Pending.Question> questions = new ArrayList<>();
        open.forEach(each -> questions.add(each.moved(Objects.requireNonNull(each.address), now)));
        return new Packed(this, questions, continuations.pack(open));
    }

    private Feature.Packed read(PacketReader numbers, Supplier<Object> objects) {
        List<Pending.Question> questions = new ArrayList<>();
        int count = numbers.count(MOST);
        int others = numbers.count(MOST);
        for (int i = 0; i < count; i++) {
            ReplyAddress address = ReplyAddress.read(numbers);
            Target receiver = parts.locate(Name.read(numbers), numbers.member());
            questions.add(new Pending.Question(address, receiver, numbers.text(), numbers.i64()));
        }
        List<Object> read = new ArrayList<>();
        for (int i = 0; i < others; i++) {
            read.add(objects.get());
        }
        return new Packed(this, questions, read.toArray());
    }

    /** A part has come with what it has asked, perhaps after the loss of a place that it needs. */
    void came(Pending pending, Pending.Question question) {
        ReplyAddress address = question.address();
        pending.address = address;
        guests.put(address, pending);
        questions(Objects.requireNonNull(pending.asker)).add(pending);
        long nanos = question.untilDue();
        if (nanos != Pending.NEVER) {
            pending.due = site.clock().nanoTime() + nanos;
            String since = " since the asker came to " + site.self();
            pending.alarm = arm(nanos, () -> end(pending, late(pending.receiver, nanos, since)));
        }
        for (Member each : List.of(address.place(), pending.receiver.location())) {
            if (site.switchboard().isOut(each)) {
                post.mover().whenJudged(each, () -> lost(each));
            }
        }
    }

    /** What a part here had asked before it came; null if that is over. */
    @Nullable
    Pending guest(ReplyAddress address) {
        return guests.get(address);
    }

    // ---- lost places ------------------------------------------------------------------------------------------------

    private Stream<Pending> all() {
        return Stream.concat(table.values().stream(), guests.values().stream());
    }

    private static boolean needs(Pending pending, Member member) {
        ReplyAddress address = pending.address;
        return pending.receiver.location().equals(member)
                || address != null && address.place().equals(member);
    }

    /** Ends the requests to receivers at a lost place, and those that were asked there. */
    public void lost(Member member) {
        table.forEach((number, pending) -> {
            if (needs(pending, member)) {
                conclude(number, lost(pending, member));
            }
        });
        guests.values().forEach(pending -> {
            if (needs(pending, member)) {
                end(pending, lost(pending, member));
            }
        });
    }

    private static Outcome lost(Pending pending, Member member) {
        return new Outcome.None(
                Outcome.None.Cause.PLACE_LOST,
                pending.receiver.location().equals(member)
                        ? "the place " + member + " of " + pending.receiver + " is lost"
                        : "the place " + member + " is lost, where it was asked and " + pending.describe()
                                + " would have come");
    }

    /** Forgets the requests of a part that has exited, or is restarted and in its next life; answers to them are dead letters. */
    void over(Cell asker, Questions asked) {
        asked.open().forEach(this::concluded);
        waiters.over(asker);
    }

    /** {@return who waits here for answers to parts: threads that are no parts} */
    public Waiters waiters() {
        return waiters;
    }

    /**
     * Describes the answers that are owed.
     *
     * @param most at most so many
     * @return one sentence each
     */
    public List<String> owed(int most) {
        List<String> sentences = new ArrayList<>();
        all().limit(most).forEach(pending -> {
            String asker = pending.asker == null ? "a thread at " + site.self() : pending.asker.toString();
            sentences.add(asker + " waits for " + pending.describe());
        });
        return sentences;
    }

    /** {@return how many answers are owed: requests of askers here} */
    public int size() {
        return table.size() + guests.size();
    }

    /**
     * {@return for how many requests of parts that have left this place sends on what answers them: requests that were asked here
     * and aren't over, as far as is known here}
     */
    public int away() {
        return away.size();
    }
}
