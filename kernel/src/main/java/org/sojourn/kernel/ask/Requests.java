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
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Farewell;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Feature;
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
import org.sojourn.kernel.site.Registered;
import org.sojourn.kernel.site.Site;
import org.sojourn.kernel.site.Tracing;

/**
 * Requests and their answers: one place's side.
 *
 * <p><b>Purpose.</b> A request is a message that carries a reply address. It has one {@link Outcome}: an answer, the time-out, the
 * news that the message couldn't be delivered or that the receiver threw while it processed it, or the loss of a place that it
 * needs. An answer that comes later is a dead letter. The outcome is told in the asker's turn, never concurrently with its handlers
 * and whatever its guards, wherever the asker is by then. Askers that are no part are told on a worker.
 *
 * <p><b>Deciding.</b> Each request has a {@link Question} in the table of the place where its asker is. Whoever removes it from
 * there has decided the outcome, which goes to the asker as an {@link Answer}. An asker that leaves first takes its open questions
 * along, and the answer follows. So what is acted on first in the asker's turns, by its {@link Questions}, is the outcome.
 *
 * <p><b>The way.</b> An answer goes to the place where it was asked, by the number that the request has there:
 *
 * <pre>
 *   open --answer, time-out, loss--&gt; told in the asker's turn
 *      | the asker leaves
 *      v
 *   away (number, asker's name) --REPLY, or the time is over--&gt; ANSWER to the name, on the way that its mail takes
 * </pre>
 *
 * So nothing changes for askers that never move, which are most: no name is told, and no packet is longer. At the asker's present
 * place the question is a <em>visitor</em>, with its old address: its time-out is armed there, for the time that is left, and the
 * loss of places is looked at there.
 *
 * <p><b>A place is lost</b>: the receiver's, or the one where it was asked, since answers come by it. The request ends with {@link
 * Outcome.Sort#PLACE_LOST}.
 *
 * <p><b>The time-out</b> is counted at both places, each by its own clock; only the time that is left travels, so no two clocks are
 * compared. Where it was asked it rings for an asker that is on its way just now, and for the time of that way, which the new place
 * doesn't count; it goes after the asker like an answer. Where the asker is it rings though the other place is stopped, or an answer
 * is lost with a place on its way. Neither needs to know what the other does, because of one rule: <em>no place forgets a request
 * whose outcome it hasn't sent to the asker.</em> So what comes first is acted on, and what comes then finds no question. (A place
 * that drops its entry and says nothing would take the answer away: it came too late there, and the asker, whose own alarm was
 * still to ring, had none when the run was over.)
 *
 * <p><b>Bounded.</b> What is away is forgotten with the first answer, or when the request's time is over, whatever has become of the
 * asker meanwhile. To be told at once of other outcomes isn't worth a packet for each: few requests have them.
 *
 * <p><b>Termination.</b> An open request doesn't hold its place active; one that is left when all is quiet is owed, and counted where
 * the asker is. REPLY and ANSWER are basic packets, and a place is active while an alarm of it tells what it has to: so at the
 * instant at which all is quiet no outcome is due. A time-out that rings later, and before the end is announced, came after the end.
 *
 * <p><b>Dropped.</b> Addressing answers to the asker's name from the first: each place that answers would keep a descriptor of each
 * asker, and an asker that has ever asked elsewhere couldn't be garbage. Telling the receiver where the asker is now: it may have
 * handed the reply address on. One clock for the time-out, where it was asked: a place that is stopped would keep the time-outs of
 * askers that have left it. One, where the asker is: the other place would have to be told of each end, by an asker that may be lost.
 */
public final class Requests implements Replies, Farewell.Outcomes {
    /** The continuations of the answers that a part waits for, where it moves. */
    public interface Continuations {
        /**
         * Takes the continuations of all open questions of a part, none of which {@linkplain Question#staysBecause stays}.
         *
         * @return a form of its own; lambdas stand in the array itself
         */
        Object[] pack(List<Question> open);

        /**
         * Makes the questions of a part that has moved.
         *
         * @param packed what {@link #pack} has returned
         * @throws org.sojourn.kernel.port.MalformedException if it is none of that
         * @return the questions, in the same order
         */
        List<? extends Question> unpack(Cell cell, List<Question.Moved> moved, Object[] packed);
    }

    /**
     * An asker that has left.
     *
     * @param alarm rings when the request has timed out wherever the asker is; null for one without a time-out
     */
    private record Away(Name asker, Clock.@Nullable Alarm alarm) {}

    /** The most questions of one part, or objects that go on with them. */
    private static final int MOST = 1 << 24;

    /** A longer time-out is as good as this one. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE >> 1);

    private final Post post;
    private final Parts parts;
    private final Site site;
    private final Registered<Continuations> continuations = new Registered<>("the continuations of guest");

    /** The questions of askers here, wherever they have asked. */
    private final Map<ReplyAddress, Question> open = new ConcurrentHashMap<>();

    /** The requests that were asked here by parts that have left. An entry is made before that of {@link #open} is removed. */
    private final Map<ReplyAddress, Away> away = new ConcurrentHashMap<>();

    private final Waiters waiters = new Waiters();
    private final AtomicLong count = new AtomicLong();
    private Consumer<Cell> onlooker = asker -> {};

    /** Makes the requests of a place, of which there are none yet. */
    public Requests(Post post) {
        this.post = post;
        this.parts = post.parts();
        this.site = parts.site();
        site.switchboard().on(PacketKind.REPLY, (from, packet) -> {
            ReplyAddress address = new ReplyAddress(site.self(), packet.i64());
            Tracer.Carried carried = site.tracing().read(packet);
            Outcome outcome = Outcome.read(packet);
            site.tracing().within(carried, () -> conclude(address, outcome));
        });
        post.on(PacketKind.ANSWER, packet -> Answer.read(this, packet));
        parts.luggage().add(Questions.TAG, this::read);
    }

    /** Names who is told that a part asks; before the start. */
    public void onlooker(Consumer<Cell> told) {
        onlooker = told;
    }

    Tracing tracing() {
        return site.tracing();
    }

    /** {@return the threads that wait here for answers to parts} */
    public Waiters waiters() {
        return waiters;
    }

    // ---- asking -----------------------------------------------------------------------------------------------------

    /**
     * Opens a request. The message that carries the address is sent afterwards.
     *
     * @param timeout how long, or null without limit
     * @return where the answer goes
     */
    public ReplyAddress open(Question question, @Nullable Duration timeout) {
        ReplyAddress address = new ReplyAddress(site.self(), count.incrementAndGet());
        add(question, address);
        if (question.asker != null) {
            onlooker.accept(question.asker);
        }
        if (timeout != null) {
            long nanos = (timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST).toNanos();
            arm(question, address, nanos, "");
        }
        return address;
    }

    private void add(Question question, ReplyAddress address) {
        question.address = address;
        open.put(address, question);
        if (question.asker != null) {
            questions(question.asker).add(question);
        }
    }

    private Questions questions(Cell asker) {
        return asker.feature(Questions.class, any -> new Questions(this));
    }

    private void arm(Question question, ReplyAddress address, long nanos, String since) {
        question.due = site.clock().nanoTime() + nanos;
        question.alarm = alarm(address, question.receiver, nanos, since);
    }

    /** The place is active while a time-out is told: what is due isn't overlooked when the run seems to be over. */
    private Clock.Alarm alarm(ReplyAddress address, Target receiver, long nanos, String since) {
        return site.clock().arm(nanos, () -> {
            site.hold();
            try {
                conclude(address, late(receiver, nanos, since));
            } finally {
                site.release();
            }
        });
    }

    private static Outcome late(Target receiver, long nanos, String since) {
        return Outcome.none(
                Outcome.Sort.TIMED_OUT,
                "no answer from " + receiver + " within "
                        + Duration.ofNanos(nanos).toMillis() + " ms" + since);
    }

    /** Gives up a request whose message couldn't be sent, or whose answer nobody wants any more. In the asker's turn. */
    public void abandon(Question question) {
        Cell asker = question.asker;
        if (asker == null) {
            close(question);
        } else if (concluded(question)) {
            asker.freed();
        }
    }

    // ---- answering --------------------------------------------------------------------------------------------------

    /** Answers a request, wherever its asker waits. */
    public void answer(ReplyAddress address, Outcome outcome) {
        if (address.place().equals(site.self())) {
            conclude(address, copied(outcome));
            return;
        }
        PacketWriter packet = new PacketWriter(PacketKind.REPLY, 64).i64(address.request());
        site.tracing().write(packet, site.tracing().current());
        Encoded value = outcome.encode(site.codec());
        outcome.write(packet);
        boolean isSent = value == null
                ? site.switchboard().send(address.place(), address.request(), packet)
                : site.switchboard().send(address.place(), address.request(), packet, value);
        if (!isSent) {
            missed("asker at " + address.place(), outcome, DeadLetters.Cause.PLACE_LOST);
        }
        parts.flow().sentTo(address.place(), true);
    }

    /** As it would be had it gone to another place, if local messages are copied. */
    private Outcome copied(Outcome outcome) {
        if (!site.copier().copies() || outcome.sort() != Outcome.Sort.VALUE || outcome.object() == null) {
            return outcome;
        }
        try {
            return Outcome.value(site.copier().copy(outcome.object()));
        } catch (UndecodableException e) {
            return Outcome.undecodable(e);
        }
    }

    @Override
    public void reply(ReplyAddress to, @Nullable Object value) {
        answer(to, Outcome.value(value));
    }

    @Override
    public void refuse(ReplyAddress to, String sentence, @Nullable Throwable cause) {
        Outcome told = Outcome.failure(new IllegalStateException(sentence, cause));
        if (cause != null) {
            try {
                told.encode(site.codec());
            } catch (UnencodableException e) {
                told = Outcome.failure(new IllegalStateException(sentence));
            }
        }
        answer(to, told);
    }

    @Override
    public void failed(ReplyAddress to, String sentence, Throwable failure) {
        Outcome.Sort why = Outcome.Sort.RECEIVER_FAILED;
        try {
            answer(to, new Outcome(why, failure, sentence));
        } catch (Throwable another) { // the failure's own code; the part that has failed has still to end
            answer(to, Outcome.none(why, sentence));
        }
    }

    @Override
    public void undelivered(ReplyAddress to, String sentence, boolean isPlaceLost) {
        answer(to, Outcome.none(isPlaceLost ? Outcome.Sort.PLACE_LOST : Outcome.Sort.RECEIVER_GONE, sentence));
    }

    // ---- outcomes ---------------------------------------------------------------------------------------------------

    private void conclude(ReplyAddress address, Outcome outcome) {
        Question here = open.remove(address);
        if (here != null) {
            end(here, address, outcome);
            return;
        }
        Away left = forget(address);
        Descriptor<Sojourner> asker = left == null ? null : parts.names().find(left.asker());
        if (asker != null) {
            post.to(asker)
                    .signal(new Answer(this, null, address, outcome, tracing().current()));
        } else {
            missed("request " + address.request(), outcome, DeadLetters.Cause.LATE_REPLY);
        }
    }

    private void end(Question question, ReplyAddress address, Outcome outcome) {
        if (question.alarm != null) {
            question.alarm.cancel();
        }
        Tracer.Carried carried = tracing().current();
        if (question.asker != null) {
            question.asker.signal(new Answer(this, question, address, outcome, carried));
        } else {
            site.policy().submit(new Told(tracing(), question, outcome, carried));
        }
    }

    /** Tells an asker that is no part. Its continuation is the program's code: it may block, and is named then. */
    private record Told(Tracing tracing, Question question, Outcome outcome, Tracer.@Nullable Carried carried)
            implements Task {
        @Override
        public void run() {
            Context.current().outside(this, () -> tracing.within(carried, () -> outcome.tell(question)));
        }

        @Override
        public String toString() {
            return "a thread's continuation with " + question.describe();
        }
    }

    /** An outcome reaches nobody. An answer is lost then; that there is none is news to nobody. */
    void missed(String asker, Outcome outcome, DeadLetters.Cause cause) {
        if (outcome.isAnswer()) {
            site.deadLetters().add(asker, outcome.describe(), null, cause);
        }
    }

    @Nullable
    Question find(ReplyAddress address) {
        return open.get(address);
    }

    /** A request has ended, in the asker's turn; false if it was over already, or is a former life's. */
    boolean concluded(Question question) {
        Cell asker = Objects.requireNonNull(question.asker);
        if (!questions(asker).remove(question)) {
            return false;
        }
        close(question);
        asker.processed();
        return true;
    }

    /** Keeps nothing more for a request at this place. In the asker's turn, if that is a part. */
    private void close(Question question) {
        ReplyAddress address = Objects.requireNonNull(question.address);
        if (question.alarm != null) {
            question.alarm.cancel();
        }
        open.remove(address, question);
        if (question.isVisitor) {
            forget(address); // it may be back where it had asked
        }
    }

    private @Nullable Away forget(ReplyAddress address) {
        Away known = away.remove(address);
        if (known != null && known.alarm() != null) {
            known.alarm().cancel();
        }
        return known;
    }

    /** Forgets the requests of a part that has exited, or is in its next life; answers to them are dead letters. */
    void over(Cell asker, Questions asked) {
        asked.open().forEach(this::concluded);
        waiters.over(asker);
    }

    // ---- moving -----------------------------------------------------------------------------------------------------

    /** A part has left with its open questions. */
    void left(Cell part, Questions questions) {
        Name asker = part.name();
        for (Question each : questions.open()) {
            ReplyAddress address = Objects.requireNonNull(each.address);
            if (each.alarm != null) {
                each.alarm.cancel();
            }
            if (each.isVisitor) {
                open.remove(address, each);
            } else {
                leave(asker, each, address);
            }
        }
        waiters.over(part);
    }

    private void leave(Name asker, Question question, ReplyAddress address) {
        Away going = new Away(asker, null);
        away.put(address, going);
        if (!open.remove(address, question)) {
            forget(address); // its outcome was told to the part that has left, and follows it
        } else if (question.alarm != null) {
            long nanos = Math.max(0, question.due - site.clock().nanoTime());
            String since = " since " + asker + " left " + site.self() + ", where it had asked";
            Clock.Alarm over = alarm(address, question.receiver, nanos, since);
            if (!away.replace(address, going, new Away(asker, over))) {
                over.cancel(); // it was answered just now
            }
        }
    }

    /** The questions of a part on its way. */
    private record Packed(Requests requests, List<Question.Moved> questions, Object[] continuations)
            implements Feature.Packed {
        @Override
        public int tag() {
            return Questions.TAG;
        }

        @Override
        public void write(PacketWriter numbers, List<Object> objects) {
            numbers.i32(questions.size()).i32(continuations.length);
            for (Question.Moved each : questions) {
                each.address().write(numbers);
                each.receiver().export().write(numbers);
                numbers.member(each.receiver().location());
                numbers.text(each.what()).i64(each.untilDue());
            }
            objects.addAll(Arrays.asList(continuations));
        }

        @Override
        public void unpack(Cell part) {
            List<? extends Question> made =
                    requests.continuations.of(part.guest()).unpack(part, questions, continuations);
            for (int i = 0; i < questions.size(); i++) {
                requests.came(made.get(i), questions.get(i));
            }
        }
    }

    /** {@return what packs the continuations of parts, by guests} */
    public Registered<Continuations> continuations() {
        return continuations;
    }

    Feature.Packed pack(Cell part, List<Question> asked) {
        long now = site.clock().nanoTime();
        List<Question.Moved> questions = new ArrayList<>();
        asked.forEach(each -> questions.add(each.moved(Objects.requireNonNull(each.address), now)));
        return new Packed(this, questions, continuations.of(part.guest()).pack(asked));
    }

    private Feature.Packed read(PacketReader numbers, Supplier<Object> objects) {
        List<Question.Moved> questions = new ArrayList<>();
        int count = numbers.count(MOST);
        Object[] read = new Object[numbers.count(MOST)];
        for (int i = 0; i < count; i++) {
            ReplyAddress address = ReplyAddress.read(numbers);
            Target receiver = parts.locate(Name.read(numbers), numbers.member());
            questions.add(new Question.Moved(address, receiver, numbers.text(), numbers.i64()));
        }
        Arrays.setAll(read, any -> objects.get());
        return new Packed(this, questions, read);
    }

    /** A part has come with a question, perhaps after the loss of a place that this needs. */
    private void came(Question question, Question.Moved moved) {
        ReplyAddress address = moved.address();
        question.isVisitor = true;
        add(question, address);
        if (moved.timesOut()) {
            arm(question, address, moved.untilDue(), " since the asker came to " + site.self());
        }
        for (Member each : List.of(address.place(), question.receiver.location())) {
            if (site.switchboard().isOut(each)) {
                post.migration().whenJudged(each, () -> lost(each));
            }
        }
    }

    /** {@return whether parts that have left, and aren't known to have exited, are still owed outcomes by way of this place} */
    @Override
    public boolean areOwed() {
        return away.values().stream().anyMatch(each -> {
            Descriptor<Sojourner> asker = parts.names().find(each.asker());
            return asker != null && !asker.isExited();
        });
    }

    @Override
    public void giveUp() {
        String why = "the place " + site.self() + " leaves the run, where it was asked and the answer would have come";
        away.keySet().forEach(each -> conclude(each, Outcome.none(Outcome.Sort.PLACE_LOST, why)));
    }

    // ---- lost places ------------------------------------------------------------------------------------------------

    /** Ends the requests to receivers at a lost place, and those that were asked there. */
    public void lost(Member member) {
        open.forEach((address, question) -> {
            if (question.needs(member) && open.remove(address, question)) {
                end(question, address, lost(question, member));
            }
        });
    }

    private static Outcome lost(Question question, Member member) {
        return Outcome.none(
                Outcome.Sort.PLACE_LOST,
                question.receiver.location().equals(member)
                        ? "the place " + member + " of " + question.receiver + " is lost"
                        : "the place " + member + " is lost, where it was asked and " + question.describe()
                                + " would have come");
    }

    // ---- what it is -------------------------------------------------------------------------------------------------

    /** {@return at most so many sentences about answers that are owed} */
    public List<String> owed(int most) {
        return open.values().stream()
                .limit(most)
                .map(each -> (each.asker == null ? "a thread at " + site.self() : each.asker.toString()) + " waits for "
                        + each.describe())
                .toList();
    }

    /** {@return how many answers are owed to askers here} */
    public int size() {
        return open.size();
    }

    /** {@return how many requests were asked here by parts that have left, and aren't over, as far as is known here} */
    public int away() {
        return away.size();
    }
}
