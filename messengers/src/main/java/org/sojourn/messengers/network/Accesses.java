package org.sojourn.messengers.network;

import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Variable;
import org.sojourn.messengers.run.Fault;
import org.sojourn.messengers.run.Script;

/**
 * Variables of nodes that programs read and set. A messenger goes there and does it in its turn ({@link Pending.Access}), so it is in one
 * order with what other messengers do there, and finds nodes that move. It sends what it has read, or why it can't, to its home, and ends;
 * its journey tells home if it ends without that.
 */
final class Accesses {
    private static final Form FORM =
            new Form("(a program's look)", List.of(), List.of(), 0, List.of(), List.of(), List.of(new Step.Exit(1)));

    private final Nodes place;
    private final Code code;
    private final AtomicLong last = new AtomicLong();
    private final Map<Long, Outcome> open = new ConcurrentHashMap<>();

    /** What an access has come to. Written before its journey ends, and read afterwards. */
    private static final class Outcome {
        private boolean isKnown;
        private @Nullable Object value;
        private String refusal = "";
    }

    Accesses(Nodes place) {
        this.place = place;
        this.code = place.codes().add(FORM);
    }

    /** {@return the value to come, or null if it sets one} By any thread. */
    CompletableFuture<@Nullable Object> begin(Address node, String variable, boolean isSet, @Nullable Object value) {
        Object given = isSet ? ofScripts(value, variable) : null;
        long number = last.incrementAndGet();
        Outcome outcome = new Outcome();
        open.put(number, outcome);
        Script script = code.script();
        if (script == null) {
            throw new IllegalStateException("the script of all accesses is made known first of all");
        }
        Messenger goes = new Messenger(place.mint(), null, code, script.begin());
        goes.pending = new Pending.Access(variable, isSet, given, number);
        goes.isCalled = true; // should the node be deleted, it ends quietly
        CompletableFuture<Void> end = place.journeys().begin(goes);
        place.census().born(goes);
        place.post(place.descriptor(node), goes);
        return end.handle((done, failure) -> {
            open.remove(number);
            if (failure != null) {
                throw new IllegalArgumentException(failure.getMessage(), failure);
            }
            synchronized (outcome) {
                if (!outcome.isKnown) {
                    throw new IllegalArgumentException(node + " was deleted before its variable was reached");
                }
                if (!outcome.refusal.isEmpty()) {
                    throw new IllegalArgumentException(outcome.refusal);
                }
                return outcome.value;
            }
        });
    }

    /** {@return a program's value as one that scripts have, which may travel} Whether it fits is known where the variable is. */
    private static @Nullable Object ofScripts(@Nullable Object value, String variable) {
        return switch (value) {
            case null -> null;
            case Boolean is -> is ? 1 : 0;
            case Character its -> (int) its;
            case char[] its -> new String(its);
            case Integer its -> its;
            case Long its -> its;
            case Float its -> its;
            case Short its -> its.intValue();
            case Byte its -> its.intValue();
            case Number its -> its.doubleValue();
            default -> {
                if (!Wire.isValue(value)) {
                    throw new IllegalArgumentException("the variable '" + variable + "' can't be set to a "
                            + value.getClass().getTypeName()
                            + ": give a number, a text, an address, or an array of numbers or addresses");
                }
                yield copied(value);
            }
        };
    }

    /** Does it, in the node's turn; returns whether a variable was set. */
    boolean perform(Node node, Messenger by, Pending.Access access) {
        String refusal = "";
        Object value = null;
        int variable = Variables.find(node.layout.layout(), access.variable());
        if (variable < 0) {
            List<String> known =
                    node.layout.variables().stream().map(Variable::name).toList();
            refusal = node + " has no variable '" + access.variable() + "'; it has "
                    + (known.isEmpty() ? "none" : String.join(", ", known));
        } else if (access.isSet()) {
            try {
                Variables.set(node.layout.layout(), node.values, variable, access.value());
            } catch (Fault unfit) {
                refusal = "the variable '" + access.variable() + "' of " + node + " can't have that value: "
                        + unfit.getMessage();
            }
        } else {
            value = copied(Variables.get(node.layout.layout(), node.values, variable));
        }
        answer(by, access, refusal, value);
        return access.isSet() && refusal.isEmpty();
    }

    /** Arrays belong to the node, or to the program. */
    static @Nullable Object copied(@Nullable Object value) {
        if (value == null || !value.getClass().isArray()) {
            return value;
        }
        int length = Array.getLength(value);
        Object copy = Array.newInstance(value.getClass().getComponentType(), length);
        System.arraycopy(value, 0, copy, 0, length);
        return copy;
    }

    private void answer(Messenger by, Pending.Access access, String refusal, @Nullable Object value) {
        Share share = by.share;
        if (share == null || share.home.equals(place.site().self())) {
            answered(access.number(), refusal, value);
            return;
        }
        PacketWriter packet =
                Packets.of(Packets.ACCESS, 64).i64(access.number()).text(refusal);
        place.wire().value(value, packet);
        // Under the key of its journey, whose end it has to go before.
        place.site().switchboard().send(share.home, share.journey, packet);
    }

    void told(Member from, PacketReader packet) {
        answered(packet.i64(), packet.text(), place.wire().readValue(packet));
    }

    private void answered(long number, String refusal, @Nullable Object value) {
        Outcome outcome = open.get(number);
        if (outcome != null) {
            synchronized (outcome) {
                outcome.isKnown = true;
                outcome.refusal = refusal;
                outcome.value = value;
            }
        }
    }

    /**
     * {@return a value as a program wants it}
     *
     * @throws IllegalArgumentException if it is of another type
     */
    static <T> T as(Class<T> wanted, @Nullable Object value, String variable) {
        if (wanted == String.class && value instanceof byte[] bytes) {
            int end = 0;
            while (end < bytes.length && bytes[end] != 0) {
                end++;
            }
            return wanted.cast(new String(bytes, 0, end, StandardCharsets.UTF_8));
        }
        if (value == null || !wanted.isInstance(value)) {
            throw new IllegalArgumentException("the variable '" + variable + "' is "
                    + (value == null ? "none" : "of type " + value.getClass().getSimpleName()) + ", not "
                    + wanted.getSimpleName() + (value == null ? "" : "; ask for that"));
        }
        return wanted.cast(value);
    }
}
