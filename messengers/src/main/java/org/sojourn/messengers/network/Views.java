package org.sojourn.messengers.network;

import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.name.Name;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Listing;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;
import org.sojourn.messengers.look.Look;
import org.sojourn.messengers.look.MessengerSeen;
import org.sojourn.messengers.look.MessengerSeen.State;
import org.sojourn.messengers.look.NodeSeen;
import org.sojourn.messengers.run.Script;

/** Nodes and messengers as people see them. In turns of their lanes. */
final class Views {
    /** So many characters of links' names are shown of a node; names may be long, and links many. */
    private static final int MOST_CHARACTERS = 4 << 20;

    private Views() {}

    static NodeSeen of(Node node, Look asked) {
        List<NodeSeen.LinkSeen> links = new ArrayList<>();
        int characters = 0;
        for (Link each : node.links.subList(0, Math.min(node.links.size(), Math.max(0, asked.links())))) {
            characters += each.name().length() + each.to().text().length();
            if (characters > MOST_CHARACTERS) {
                break; // their number tells that there are more
            }
            links.add(new NodeSeen.LinkSeen(
                    each.id().toString(),
                    each.name(),
                    each.weight(),
                    each.direction(),
                    each.to().name().toString(),
                    each.to().text()));
        }
        List<NodeSeen.Value> values = new ArrayList<>();
        List<Variable> variables = node.layout.variables();
        for (int i = 0; i < variables.size(); i++) {
            Variable each = variables.get(i);
            Object value = Variables.get(node.layout.layout(), node.values, i);
            values.add(new NodeSeen.Value(each.name(), shown(each, value, asked.elements()), each.length()));
        }
        return new NodeSeen(
                node.name().toString(), node.address().text(), node.messengers(), node.links.size(), links, values);
    }

    /** As much of a value as is asked for; an array of characters as the text that it holds. */
    private static @Nullable Object shown(Variable variable, @Nullable Object value, int most) {
        if (value instanceof byte[] bytes && variable.type() == Type.CHAR) {
            int end = 0;
            while (end < bytes.length && bytes[end] != 0) {
                end++;
            }
            String text = new String(bytes, 0, end, StandardCharsets.UTF_8);
            return text.length() > most ? text.substring(0, Math.max(0, most)) + "..." : text;
        }
        if (value == null || !variable.isArray()) {
            return plain(value);
        }
        List<@Nullable Object> first = new ArrayList<>();
        for (int i = 0; i < Math.min(Array.getLength(value), most); i++) {
            first.add(plain(Array.get(value, i)));
        }
        return first;
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case Address address -> address.name().toString();
            case Name name -> name.toString();
            case null, default -> value;
        };
    }

    /** {@return what each messenger at a node does, those that wait first} Nothing is done for those that nobody takes. */
    static Stream<MessengerSeen> messengers(Node node) {
        Stream<MessengerSeen> waiting =
                node.waiting().stream().map(each -> seen(node, each, State.WAITS, line(each, 0), condition(each)));
        Stream<MessengerSeen> receiving = node.receivers().stream()
                .map(each -> seen(node, each, State.RECEIVES, line(each, 1), "waits for a message to its node"));
        Stream<MessengerSeen> outside = node.place.functions().outside(node).entrySet().stream()
                .map(each -> seen(node, each.getKey(), State.CALLS, line(each.getKey(), 1), each.getValue()));
        Stream<MessengerSeen> outdoors = node.place.outdoors().waiting(node).stream()
                .map(each -> seen(node, each, State.RECEIVES, line(each, 1), "waits for a message from outside"));
        Stream<MessengerSeen> queued =
                node.line().stream().filter(Messenger.class::isInstance).map(each -> queued(node, (Messenger) each));
        return Stream.of(waiting, receiving, outside, outdoors, queued).flatMap(each -> each);
    }

    private static MessengerSeen queued(Node node, Messenger its) {
        return switch (node.halt) {
            case EXPECTED -> seen(node, its, State.LACKS_NODE, line(its, 0), "its node is yet to be created");
            case COMING -> seen(node, its, State.LACKS_NODE, line(its, 0), "its node is moving here");
            case CODE ->
                its.code.script() == null
                        ? seen(node, its, State.LACKS_SCRIPT, 0, "script " + its.code.id)
                        : seen(node, its, State.READY, line(its, 0), "behind one whose script isn't here yet");
            case LINK ->
                seen(
                        node,
                        its,
                        State.READY,
                        line(its, 0),
                        "its node waits until " + node.place.crowds().waitsFor(node)
                                + " has taken the messages that were sent there");
            case NONE -> seen(node, its, State.READY, line(its, 0), "");
        };
    }

    private static MessengerSeen seen(Node node, Messenger its, State state, int line, String detail) {
        return new MessengerSeen(
                its.id.toString(),
                its.script(),
                line,
                node.name().toString(),
                node.address().text(),
                state,
                detail);
    }

    /** The line of a step: that at which it goes on, or so many before that. */
    private static int line(Messenger its, int before) {
        Step step = step(its, before);
        return step == null ? its.line() : step.line();
    }

    private static @Nullable Step step(Messenger its, int before) {
        Script script = its.code.script();
        int number = its.frame.step - before;
        return script == null || number < 0 || number >= script.form().steps().size()
                ? null
                : script.form().steps().get(number);
    }

    /** {@return for what a messenger waits that waits for a condition; a clause} In the lane's turn, or while that stands still. */
    static String condition(Messenger its) {
        Script script = its.code.script();
        if (script == null || !(step(its, 0) instanceof Step.Await await)) {
            return "waits for a condition";
        }
        Form form = script.form();
        StringBuilder values = new StringBuilder();
        for (int each : Listing.variables(await.condition())) {
            Variable variable = form.messenger().get(each);
            if (!variable.isArray() && !variable.name().startsWith("#")) {
                values.append(values.isEmpty() ? ", where " : ", ")
                        .append(variable.name())
                        .append(" is ")
                        .append(named(Variables.get(script.messenger(), its.frame.values, each)));
            }
        }
        return "waits for " + Listing.expression(form, await.condition()) + values;
    }

    private static String named(@Nullable Object value) {
        return switch (value) {
            case null -> "none";
            case Address address -> address.name().toString();
            case Name name -> name.toString();
            default -> value.toString();
        };
    }
}
