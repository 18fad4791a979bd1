package org.sojourn.messengers.network;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.kernel.port.Words;
import org.sojourn.messengers.agent.Agent;
import org.sojourn.messengers.agent.NodeAddress;
import org.sojourn.messengers.agent.Stay;
import org.sojourn.messengers.agent.Surroundings;
import org.sojourn.messengers.agent.Way;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.run.Fault;
import org.sojourn.messengers.run.Turn;
import org.sojourn.messengers.script.Compiler;
import org.sojourn.messengers.script.SourceFile;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Frame;
import org.sojourn.weave.run.Twins;
import org.sojourn.weave.wire.DeltaCodec;
import org.sojourn.weave.wire.NamedClasses;
import org.sojourn.weave.wire.ObjectsApart;
import org.sojourn.weave.wire.Remaining;

/**
 * Agents in Java.
 *
 * <p><b>An agent is a messenger</b> whose script calls it again and again, until it has ended; the messenger carries it as bytes, its {@linkplain
 * Messenger#cargo cargo}. A call of the agent goes on from there up to its next step, at which all of its frames leave the stack and become the cargo. Then the
 * messenger does that step as if it were its script's. So hops, copies, links, losses, journeys, moves of nodes, what is counted and what is shown are
 * those of all messengers, written once.
 *
 * <p><b>Bytes, also at one place.</b> Copies of a messenger share its cargo, which never changes, and each becomes an agent of its own when it runs next. What
 * an agent sees of its objects doesn't depend on where nodes are.
 *
 * <p>What can't travel is thrown at the step, and the agent goes on where it was. What comes from another place is checked as messages are, and frames
 * against the methods that are here, before anything runs.
 */
final class Agents {
    /** What the script of agents calls. No class of a program is called so. */
    static final String FILE = Agent.class.getName();

    private static final int MOST_FRAMES = 1 << 16;
    private static final int MOST_CLASSES = 1 << 16;

    private final Nodes place;
    private final Map<String, Form> forms = new ConcurrentHashMap<>();

    Agents(Nodes place) {
        this.place = place;
    }

    /** An agent that stands somewhere. */
    record Underway(Agent agent, @Nullable DeltaSet frames) {}

    /** {@return the script of a messenger that carries such an agent} */
    Form form(Agent agent, String nodes) {
        return forms.computeIfAbsent(agent.getClass().getName() + '\n' + nodes, any -> {
            String uses = nodes.isBlank() ? "" : "#node \"nodes\"\n";
            String text =
                    uses + "{ int over = 0; while (!over) func(file = \"" + FILE + "\"; name = \"run\"; out = over); }";
            return Compiler.compile(
                    new SourceFile(agent.getClass().getSimpleName(), text), file -> new SourceFile(file, nodes));
        });
    }

    /** Runs the agent of a messenger up to its next step, and does that. In its lane's turn. */
    void call(LaneTurn turn, Node node, Messenger messenger) {
        byte[] cargo = messenger.cargo;
        if (cargo == null) {
            throw new Fault("there is no agent to be run: the messenger has none, as it was not injected with one");
        }
        Underway stands = unpack(cargo);
        Throwable refusal = null;
        while (true) {
            Stay.Parting parting;
            try {
                parting = Stay.run(stands.agent(), stands.frames(), refusal, new Around(turn, node, messenger));
            } catch (Throwable failure) { // the program's code may throw anything
                throw new Fault(
                        "agent " + stands.agent().getClass().getName() + " failed: " + Words.of(failure), failure);
            }
            turn.beginsAnew();
            if (parting == null) {
                messenger.cargo = null;
                turn.goesOn(1);
                return;
            }
            try {
                messenger.cargo = pack(stands.agent(), parting.frames());
            } catch (UnencodableException unfit) {
                refusal = new IllegalStateException(
                        stands.agent().getClass().getName() + " can't leave here: " + unfit.getMessage(), unfit);
                stands = new Underway(stands.agent(), parting.frames());
                continue;
            }
            messenger.frame.results = new Object[] {0};
            step(turn, parting);
            return;
        }
    }

    private static void step(LaneTurn turn, Stay.Parting parting) {
        Way way = parting.way();
        int nodeIs = way.node() != null || way.address() != null ? Turn.IS : way.isAnyNode() ? Turn.ANY : Turn.OMITTED;
        Object node = way.address() != null ? way.address() : way.node();
        int linkIs = way.link() != null ? Turn.IS : Turn.OMITTED;
        Double weight = way.weight();
        int weightIs = weight == null ? Turn.OMITTED : weight.isNaN() ? Turn.UNNAMED : Turn.IS;
        double its = weight == null ? Double.NaN : weight;
        int placeIs = way.place() != null ? Turn.IS : Turn.OMITTED;
        switch (parting.act()) {
            case HOP, DELETE -> {
                boolean isDelete = parting.act() == Stay.Act.DELETE;
                turn.hop(
                        isDelete,
                        nodeIs,
                        node,
                        linkIs,
                        way.link(),
                        weightIs,
                        its,
                        placeIs,
                        way.place(),
                        way.direction());
            }
            case CREATE, CREATE_AT_ALL -> {
                boolean isAll = parting.act() == Stay.Act.CREATE_AT_ALL;
                turn.create(
                        isAll, nodeIs, node, linkIs, way.link(), weightIs, its, placeIs, way.place(), way.direction());
            }
            case GIVE_WAY -> turn.yields(false);
        }
    }

    // ---- bytes ------------------------------------------------------------------------------------------------------

    /**
     * {@return an agent, with what goes on of it}
     *
     * @throws UnencodableException if something can't travel; names the path to it
     */
    byte[] pack(Agent agent, @Nullable DeltaSet frames) {
        if (frames != null) {
            List<Frame> outline = Remaining.outline(frames.frames());
            if (outline != null) {
                written(agent, new DeltaSet(outline)); // an agent that stays may still remove by its iterators
                try {
                    Remaining.replace(frames.frames());
                } catch (IllegalStateException e) {
                    throw new UnencodableException(String.valueOf(e.getMessage()), e);
                }
            }
        }
        return written(agent, frames);
    }

    private byte[] written(Agent agent, @Nullable DeltaSet frames) {
        List<@Nullable Object> values = new ArrayList<>(List.of(agent));
        List<String> holders = List.of();
        byte[] stack = {};
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream to = new DataOutputStream(bytes)) {
            if (frames != null) {
                String flaw = Twins.flaw(frames);
                if (!flaw.isEmpty()) {
                    throw new UnencodableException(flaw);
                }
                holders = Twins.holders(frames);
                stack = new DeltaCodec(new NamedClasses(), new ObjectsApart(values), MOST_FRAMES).write(frames);
            }
            Encoded encoded = encoded(values, holders);
            to.writeInt(stack.length);
            to.write(stack);
            to.writeInt(encoded.classes().length);
            for (int number : encoded.classes()) {
                to.writeInt(number);
                to.writeUTF(place.site().codec().className(number));
            }
            to.write(encoded.bytes());
        } catch (IOException e) {
            throw new UnencodableException(String.valueOf(e.getMessage()), e);
        }
        return bytes.toByteArray();
    }

    private Encoded encoded(List<@Nullable Object> values, List<String> holders) {
        place.site().codec().requireKept(values.subList(1, values.size()), holders);
        try {
            return place.site().codec().encode(values.toArray());
        } catch (UnencodableException e) {
            for (int i = 0; i < holders.size(); i++) { // which of them it is: all others travel by themselves
                try {
                    place.site().codec().encode(new Object[] {values.get(i + 1)});
                } catch (UnencodableException its) {
                    throw new UnencodableException("a variable of " + holders.get(i) + ": " + its.getMessage(), its);
                }
            }
            throw e;
        }
    }

    /**
     * {@return an agent that has come}
     *
     * @throws Fault if these bytes are none that can go on here
     */
    Underway unpack(byte[] cargo) {
        try (DataInputStream from = new DataInputStream(new ByteArrayInputStream(cargo))) {
            byte[] stack = from.readNBytes(count(from, cargo.length));
            Codec.Inbound inbound = place.site().inbound();
            for (int left = count(from, MOST_CLASSES); left > 0; left--) {
                inbound.define(from.readInt(), from.readUTF());
            }
            byte[] graph = from.readAllBytes();
            if (!(inbound.decode(graph, 0, graph.length) instanceof Object[] values)
                    || values.length == 0
                    || !(values[0] instanceof Agent agent)) {
                throw new IOException("there is no agent in it");
            }
            if (stack.length == 0) {
                return new Underway(agent, null);
            }
            NamedClasses classes = new NamedClasses(
                    agent.getClass().getClassLoader(), place.settings().isCallable());
            List<@Nullable Object> others = new ArrayList<>(values.length);
            for (int i = 1; i < values.length; i++) {
                others.add(values[i]);
            }
            return new Underway(agent, new DeltaCodec(classes, new ObjectsApart(others), MOST_FRAMES).read(stack));
        } catch (IOException | IllegalArgumentException | MalformedException | UndecodableException e) {
            throw new Fault("the agent can't go on at " + place.name() + ": " + Words.of(e), e);
        }
    }

    private static int count(DataInputStream from, int most) throws IOException {
        int count = from.readInt();
        if (count < 0 || count > most) {
            throw new IOException("a count of " + count + " where there are up to " + most);
        }
        return count;
    }

    // ---- what an agent has around it
    // ----------------------------------------------------------------------------------

    private record Around(LaneTurn turn, Node node, Messenger messenger) implements Surroundings {
        @Override
        public NodeAddress here() {
            return node.address();
        }

        @Override
        public @Nullable NodeAddress last() {
            return messenger.last;
        }

        @Override
        public String physical() {
            return node.place.name();
        }

        @Override
        public String link() {
            return messenger.link;
        }

        @Override
        public double weight() {
            return messenger.weight;
        }

        private int number(String variable) {
            int found = Variables.find(node.layout.layout(), variable);
            if (found < 0) {
                throw new IllegalArgumentException(
                        node + " has no variable '" + variable + "'; the agent declares it by nodes()");
            }
            return found;
        }

        @Override
        public <T> T get(String variable, Class<T> type) {
            Object its = Variables.get(node.layout.layout(), node.values, number(variable));
            return Accesses.as(type, Accesses.copied(its), variable);
        }

        @Override
        public void set(String variable, Object value) {
            try {
                Variables.set(node.layout.layout(), node.values, number(variable), value);
            } catch (Fault unfit) {
                throw new IllegalArgumentException(
                        "the variable '" + variable + "' of " + node + " can't have that value: " + unfit.getMessage(),
                        unfit);
            }
            turn.isNodeStored = true;
        }

        @Override
        public void report(String key, Object value) {
            turn.report(key, value);
        }
    }
}
