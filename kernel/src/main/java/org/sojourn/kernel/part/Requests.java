package org.sojourn.kernel.part;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Tracer;

/**
 * The requests of one place that wait for answers, and the way answers take.
 *
 * <p>A request is a message that carries a reply address. Whoever removes the request from the table decides its
 * outcome: an answer, the time-out, the notice that the message couldn't be delivered, or the loss of the receiver's
 * place; what comes later finds nothing and is a dead letter. The outcome is told in the asker's turn, never
 * concurrently with its handlers and whatever its guards; askers that are no part are told on a worker.
 */
public final class Requests {
    private static final int VALUE = 0;
    private static final int FAILURE = 1;
    private static final int NONE = 2;

    private final Kernel kernel;
    private final Map<Long, Pending> table = new ConcurrentHashMap<>();
    private final AtomicLong count = new AtomicLong();

    Requests(Kernel kernel) {
        this.kernel = kernel;
        kernel.switchboard().on(PacketKind.REPLY, this::reply);
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
        table.put(number, pending);
        if (pending.asker != null) {
            pending.asker.asked();
        }
        if (timeout != null) {
            pending.alarm = kernel.clock().arm(timeout.toNanos(), () -> {
                Outcome late = new Outcome.None(
                        Outcome.None.Cause.TIMED_OUT,
                        "no answer from " + pending.receiver + " within " + timeout.toMillis() + " ms");
                conclude(number, late, false);
            });
        }
        return new ReplyAddress(kernel.self(), number);
    }

    /**
     * Forgets a request whose message could not be sent.
     *
     * @param address what {@link #open} gave
     */
    public void abandon(ReplyAddress address) {
        Pending pending = table.remove(address.request());
        if (pending != null && pending.alarm != null) {
            pending.alarm.cancel();
        }
        if (pending != null && pending.asker != null) {
            pending.asker.answered(pending.life);
            pending.asker.mayDepart();
        }
    }

    /**
     * Answers a request, wherever its asker waits.
     *
     * @param address where the answer goes
     * @param outcome the answer
     */
    public void answer(ReplyAddress address, Outcome outcome) {
        if (address.place().equals(kernel.self())) {
            conclude(address.request(), kernel.copied(outcome), true);
            return;
        }
        PacketWriter packet = new PacketWriter(PacketKind.REPLY, 64).i64(address.request());
        kernel.tracing().write(packet, kernel.tracing().current());
        boolean sent;
        if (outcome instanceof Outcome.Value value) {
            sent = send(address, packet.u8(VALUE), kernel.codec().encode(new Object[] {value.value()}));
        } else if (outcome instanceof Outcome.Failure failure) {
            sent = send(address, packet.u8(FAILURE), kernel.codec().encode(failure.failure()));
        } else {
            Outcome.None none = (Outcome.None) outcome;
            packet.u8(NONE).u8(none.cause().ordinal()).text(none.detail());
            sent = kernel.switchboard().send(address.place(), address.request(), packet);
        }
        if (!sent) {
            kernel.deadLetters()
                    .add("asker at " + address.place(), outcome.describe(), null, DeadLetters.Cause.PLACE_LOST);
        }
        kernel.credits().sentInTurn(address.place());
    }

    private boolean send(ReplyAddress address, PacketWriter packet, Encoded value) {
        return kernel.switchboard().send(address.place(), address.request(), packet, value);
    }

    private void reply(Member from, PacketReader packet) {
        long number = packet.i64();
        Tracer.Carried carried = kernel.tracing().read(packet);
        Outcome outcome = switch (packet.u8()) {
            case VALUE -> new Outcome.Value(((Object[]) packet.value())[0]);
            case FAILURE -> new Outcome.Failure((Throwable) packet.value());
            default -> new Outcome.None(Outcome.None.Cause.of(packet.u8()), packet.text());
        };
        kernel.tracing().within(carried, () -> conclude(number, outcome, true));
    }

    private void conclude(long number, Outcome outcome, boolean countLate) {
        Pending pending = table.remove(number);
        if (pending == null) {
            if (countLate) {
                kernel.deadLetters().add("request " + number, outcome.describe(), null, DeadLetters.Cause.LATE_REPLY);
            }
            return;
        }
        if (pending.alarm != null) {
            pending.alarm.cancel();
        }
        Cell asker = pending.asker;
        if (asker != null) {
            asker.signal(Signal.Answer.of(kernel, pending, outcome));
        } else {
            Tracer.Carried carried = kernel.tracing().current();
            kernel.policy().submit(() -> kernel.tracing().within(carried, () -> outcome.tell(pending)));
        }
    }

    /** Whether somebody here waits for a part that is believed to be there. */
    boolean isOn(Member member) {
        return table.values().stream().anyMatch(each -> each.receiver.location().equals(member));
    }

    /** Ends the requests to receivers at a lost place. */
    void lost(Member member) {
        table.forEach((number, pending) -> {
            if (pending.receiver.location().equals(member)) {
                Outcome.None none = new Outcome.None(
                        Outcome.None.Cause.PLACE_LOST, "the place " + member + " of " + pending.receiver + " is lost");
                conclude(number, none, false);
            }
        });
    }

    /** Forgets the requests of a part that has exited or is restarted; answers to them are dead letters. */
    void exited(Cell asker) {
        if (asker.waitsForAnswers()) {
            table.values().removeIf(pending -> pending.asker == asker);
        }
    }

    /**
     * Describes the answers that are owed.
     *
     * @param most at most so many
     * @return one sentence each
     */
    public List<String> owed(int most) {
        List<String> sentences = new ArrayList<>();
        for (Pending pending : table.values()) {
            if (sentences.size() == most) {
                break;
            }
            String asker = pending.asker == null ? "a thread at " + kernel.self() : pending.asker.toString();
            sentences.add(asker + " waits for the answer of " + pending.receiver + " to " + pending.question);
        }
        return sentences;
    }

    /**
     * Returns how many answers are owed.
     *
     * @return requests in the table
     */
    public int size() {
        return table.size();
    }
}
