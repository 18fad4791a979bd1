package org.sojourn.mapping.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.sojourn.mapping.code.Dictionary;
import org.sojourn.mapping.code.Verb;
import org.sojourn.mapping.code.Verb.Facet;
import org.sojourn.mapping.code.Where;
import org.sojourn.mapping.fact.Facts;
import org.sojourn.mapping.fact.Origin;
import org.sojourn.mapping.fact.Value;

/**
 * What a handler says to others: the communication summary of the paper's Figure 4, helpers inlined.
 *
 * <p>What goes back to whoever sent the message, or to an address that came in it, is its result and no sending: in the paper's
 * language that is what a procedure returns. Only many such answers to one message are sent.
 */
final class Talk {
    /** How often a message is sent. */
    enum Count {
        /** Once: {@code !i}. */
        ONE,
        /** Once or not at all: {@code ?!i}. */
        PERHAPS,
        /** To all, or many to one: {@code <!i>}. */
        ALL,
        /** To all or none: {@code ?<!i>}. */
        PERHAPS_ALL
    }

    /**
     * A message that goes out.
     *
     * @param count how often
     * @param to a word for whom: a field, a new one, whoever asked
     * @param type the internal name of the message's class, as far as it is known
     * @param isAnswer whether it goes back to whoever sent or is named in what is processed
     * @param isToSelf whether it goes to the sender itself
     * @param where in the sources
     */
    record Sent(Count count, String to, String type, boolean isAnswer, boolean isToSelf, Where where) {}

    /** A request, with when its answer is used. */
    record Asked(@Nullable Where claimed, boolean isAtOnce, boolean isUsed, Where where) {}

    final List<Sent> sent = new ArrayList<>();
    final List<Asked> asked = new ArrayList<>();

    @Nullable
    Where exit;

    Talk(Walk walk) {
        for (Reach reach : walk.reached()) {
            for (Facts.Call call : reach.facts.calls()) {
                Dictionary.Entry entry = call.word(Facet.TALK);
                if (entry != null) {
                    add(reach, call, entry);
                }
            }
        }
        joinSame();
    }

    private void add(Reach reach, Facts.Call call, Dictionary.Entry entry) {
        Facts.Site site = call.site();
        switch (entry.verb()) {
            case SEND, REQUEST, BROADCAST, REPLY -> {
                boolean isMany = reach.isRepeated || site.isRepeated() || entry.verb() == Verb.BROADCAST;
                boolean isSure = !reach.isConditional && !site.isConditional();
                Count count = isMany ? (isSure ? Count.ALL : Count.PERHAPS_ALL) : isSure ? Count.ONE : Count.PERHAPS;
                Set<Origin> whom = reach.resolve(argument(call, entry.target()).origins());
                sent.add(new Sent(
                        count,
                        to(whom),
                        type(reach, argument(call, entry.message())),
                        entry.verb() == Verb.REPLY || (entry.verb() == Verb.SEND && isBack(whom)),
                        !whom.isEmpty() && whom.stream().allMatch(Talk::isSelf),
                        reach.where(site)));
                if (entry.verb() == Verb.REQUEST) {
                    asked.add(asked(reach, call));
                }
            }
            case EXIT -> exit = exit == null ? reach.where(site) : exit;
            default -> {}
        }
    }

    private static boolean isSelf(Origin origin) {
        return origin.kind() == Origin.Kind.SELF;
    }

    private static boolean isBack(Set<Origin> whom) {
        return whom.stream()
                .anyMatch(origin -> origin.kind() == Origin.Kind.SENDER || origin.kind() == Origin.Kind.MESSAGE);
    }

    private static Value argument(Facts.Call call, int number) {
        int count = call.arguments().size();
        return call.arguments().get(number < 0 ? count + number : Math.min(number, count - 1));
    }

    private static String to(Set<Origin> whom) {
        for (Origin origin : whom) {
            switch (origin.kind()) {
                case SENDER, MESSAGE -> {
                    return "whoever asked";
                }
                case FIELD, STATIC -> {
                    return origin.detail().substring(origin.detail().lastIndexOf('.') + 1);
                }
                default -> {}
            }
        }
        return !whom.isEmpty() && whom.stream().allMatch(Talk::isSelf) ? "itself" : "unknown";
    }

    /** The class of a message; of a request, what the function that makes it returns. */
    private static String type(Reach reach, Value message) {
        for (Facts.Function function : reach.facts.functions()) {
            if (message.origins()
                    .contains(new Origin(
                            Origin.Kind.FUNCTION,
                            Integer.toString(function.site().at())))) {
                if (function.implementation().getTag() == Opcodes.H_NEWINVOKESPECIAL) {
                    return function.implementation().getOwner();
                }
                Type result = Type.getReturnType(function.signature());
                return result.getSort() == Type.OBJECT ? result.getInternalName() : message.className();
            }
        }
        for (Origin origin : reach.resolve(message.origins())) {
            if (origin.kind() == Origin.Kind.NEW) {
                return origin.detail();
            }
            if (origin.kind() == Origin.Kind.STATIC && origin.detail().endsWith(".MODULE$")) {
                return origin.detail().substring(0, origin.detail().length() - ".MODULE$".length());
            }
        }
        return message.className();
    }

    /** Two messages to the same one, sent in any case, are many to one. */
    private void joinSame() {
        Map<String, Integer> sure = new HashMap<>();
        for (Sent each : sent) {
            if (each.count() == Count.ONE && !each.to().equals("unknown")) {
                sure.merge(each.to(), 1, Integer::sum);
            }
        }
        for (int i = 0; i < sent.size(); i++) {
            Sent each = sent.get(i);
            if (each.count() == Count.ONE && sure.getOrDefault(each.to(), 0) > 1) {
                sent.set(
                        i, new Sent(Count.ALL, each.to(), each.type(), each.isAnswer(), each.isToSelf(), each.where()));
            }
        }
    }

    /** The messages that are sent, answers and what goes to the kind itself left out. */
    List<Sent> outgoing() {
        return sent.stream()
                .filter(each -> !each.isToSelf() && (!each.isAnswer() || each.count() == Count.ALL))
                .toList();
    }

    // ---- answers --------------------------------------------------------------------------------------------------

    /**
     * When the answer to a request is used: at once if it is waited for before anything else is called, or if answers are collected in
     * one loop and waited for in another; later if it is waited for later or a function takes it; never otherwise.
     */
    private Asked asked(Reach reach, Facts.Call request) {
        Origin answer =
                new Origin(Origin.Kind.CALL, Integer.toString(request.site().at()));
        Set<Integer> between = new LinkedHashSet<>();
        for (Facts.Call call : reach.facts.calls()) {
            if (call.site().at() <= request.site().at()) {
                continue;
            }
            Dictionary.Entry entry = call.word(Facet.TALK);
            boolean isOfAnswer =
                    call.arguments().stream().anyMatch(value -> value.origins().contains(answer));
            if (entry != null && isOfAnswer && entry.verb() == Verb.CLAIM) {
                return new Asked(reach.where(call.site()), between.isEmpty(), true, reach.where(request.site()));
            }
            if (entry != null && isOfAnswer && entry.verb() == Verb.CONTINUE) {
                return new Asked(reach.where(call.site()), false, true, reach.where(request.site()));
            }
            if (entry != null && entry.verb() == Verb.CLAIM && request.site().isRepeated()) {
                return new Asked(reach.where(call.site()), true, true, reach.where(request.site()));
            }
            boolean isPassedOn = isOfAnswer && (entry == null || entry.verb() != Verb.SAME);
            if (!isOfAnswer || isPassedOn) {
                between.add(call.site().at());
            }
        }
        boolean isUsed = request.owner().endsWith("/Join") || request.owner().endsWith("ActorContext");
        return new Asked(null, false, isUsed, reach.where(request.site()));
    }
}
