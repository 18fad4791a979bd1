package org.sojourn.messengers.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.GuestPackets;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.FormId;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.MalformedFormException;
import org.sojourn.messengers.run.Fault;
import org.sojourn.messengers.run.Script;
import org.sojourn.messengers.run.Scripts;

/**
 * The scripts that this place knows. A messenger travels with the id of its script. A place that lacks it asks once, whoever has brought
 * it first; meanwhile the node at whose head the messenger stands waits, so that nothing overtakes it there. If that place can't say, as
 * it is lost, the others are asked in turn. What comes is checked and compiled here: no place runs what another one says it has checked.
 * (That a script is kept where a messenger has visited is the paper's section 4.6.)
 */
final class Codes {
    private static final int ASK = 0;
    private static final int HAVE = 1;
    private static final int LACK = 2;
    private static final int NAMED = 3;

    private final Nodes place;
    private final Scripts scripts = new Scripts();
    private final Map<FormId, Code> all = new ConcurrentHashMap<>();
    private final Map<String, Code> named = new ConcurrentHashMap<>();
    private final Map<FormId, Search> searches = new ConcurrentHashMap<>();

    Codes(Nodes place) {
        this.place = place;
    }

    /** A script that is asked for. Guarded by itself. */
    private static final class Search {
        private final Code code;
        private final List<Member> toAsk = new ArrayList<>();
        private final List<Node> waiting = new ArrayList<>();
        private @Nullable Member asked;

        Search(Code code) {
            this.code = code;
        }
    }

    // ---- what is known --------------------------------------------------------------------------------------------

    /** {@return the script of an id, which is perhaps yet to come; a place that seems to have it is noted} */
    Code of(FormId id, Member from) {
        Code code = all.computeIfAbsent(id, Code::new);
        if (code.script() == null) {
            code.seenAt(from);
        }
        return code;
    }

    /** Makes a script known at this place. */
    Code add(Form form) {
        Code code = all.computeIfAbsent(form.id(), Code::new);
        if (code.script() == null) {
            code.script(scripts.of(form));
        }
        return code;
    }

    /** Makes a script known at all places, by a name. */
    Code add(String name, Form form) {
        Code code = add(form);
        named.put(name, code);
        for (Member each : place.placement().neighbours()) {
            PacketWriter packet = packet(NAMED).text(name).tail(form.bytes());
            place.site().switchboard().send(each, 0, packet);
        }
        return code;
    }

    /**
     * {@return the script of a name}
     *
     * @param asker which may name itself
     */
    Code named(String name, Code asker) {
        boolean isItself =
                asker.script() != null && asker.script().form().name().equals(name);
        return isItself && !named.containsKey(name) ? asker : named(name);
    }

    /** {@return the script of a name} */
    Code named(String name) {
        Code known = named.get(name);
        if (known != null) {
            return known;
        }
        throw new Fault("there is no script '" + name + "' in this run; it knows "
                + named.keySet().stream().sorted().toList());
    }

    // ---- what is asked for ----------------------------------------------------------------------------------------

    /** A node can't go on before a script is here. In its lane's turn. */
    void await(Code code, Node node) {
        Search search = searches.computeIfAbsent(code.id, id -> new Search(code));
        boolean isNew;
        synchronized (search) {
            isNew = search.waiting.isEmpty() && search.asked == null;
            search.waiting.add(node);
            if (isNew) {
                search.toAsk.addAll(place.placement().neighbours());
                Member seen = code.seenAt();
                if (search.toAsk.remove(seen)) {
                    search.toAsk.add(0, seen);
                }
            }
        }
        if (code.script() != null) {
            found(code); // it has come meanwhile
        } else if (isNew) {
            ask(search);
        }
    }

    private void ask(Search search) {
        while (true) {
            Member next;
            synchronized (search) {
                next = search.toAsk.isEmpty() ? null : search.toAsk.remove(0);
                search.asked = next;
            }
            if (next == null) {
                nowhere(search);
                return;
            }
            PacketWriter packet = packet(ASK).bytes(search.code.id.bytes());
            if (place.site().switchboard().send(next, 0, packet)) {
                return;
            }
        }
    }

    /** No place has it: those who need it can't go on. */
    private void nowhere(Search search) {
        searches.remove(search.code.id, search);
        for (Node each : taken(search)) {
            each.lane.offer(new Item() {
                @Override
                void go(LaneTurn turn) {
                    if (each.isClosed()) {
                        return;
                    }
                    each.giveUp(search.code).forEach(messenger -> {
                        place.faults().add(messenger, each, new Fault("its script is at no place any more"));
                        place.ended(messenger);
                    });
                    each.goesOn();
                }
            });
            each.lane.wake();
        }
    }

    private static List<Node> taken(Search search) {
        synchronized (search) {
            List<Node> waiting = new ArrayList<>(search.waiting);
            search.waiting.clear();
            return waiting;
        }
    }

    private void found(Code code) {
        Search search = searches.remove(code.id);
        if (search == null) {
            return;
        }
        for (Node each : taken(search)) {
            each.lane.offer(new Item() {
                @Override
                void go(LaneTurn turn) {
                    if (each.halt == Node.Halt.CODE && !each.isClosed()) {
                        each.goesOn();
                    }
                }
            });
            each.lane.wake();
        }
    }

    // ---- packets --------------------------------------------------------------------------------------------------

    private static PacketWriter packet(int what) {
        return GuestPackets.packet(Nodes.NUMBER, PacketKind.GUEST, 64)
                .u8(Nodes.CODE)
                .u8(what);
    }

    void told(Member from, PacketReader packet) {
        int what = packet.u8();
        switch (what) {
            case ASK -> {
                FormId id = FormId.of(packet.bytes(FormId.LENGTH));
                Code known = all.get(id);
                Script script = known == null ? null : known.script();
                PacketWriter answer = packet(script == null ? LACK : HAVE).bytes(id.bytes());
                place.site()
                        .switchboard()
                        .send(
                                from,
                                0,
                                script == null
                                        ? answer
                                        : answer.tail(script.form().bytes()));
            }
            case LACK -> lacks(FormId.of(packet.bytes(FormId.LENGTH)), from);
            case HAVE -> {
                FormId id = FormId.of(packet.bytes(FormId.LENGTH));
                byte[] bytes = packet.bytes(Math.min(packet.remaining(), Limits.BYTES));
                place.site()
                        .policy()
                        .submit(() -> received(id, from, bytes)); // to compile takes time: not on the links' thread
            }
            case NAMED -> {
                String name = packet.text();
                Form form = Form.read(packet.bytes(Math.min(packet.remaining(), Limits.BYTES)));
                named.put(name, add(form));
                found(named.get(name));
            }
            default ->
                throw new org.sojourn.kernel.port.MalformedException(
                        "a packet of scripts of kind " + what + "; there are 0 to 3");
        }
    }

    private void received(FormId id, Member from, byte[] bytes) {
        try {
            Form form = Form.read(bytes);
            if (!form.id().equals(id)) {
                throw new MalformedFormException("The script from " + from + " isn't the one that was asked for.");
            }
            found(add(form));
        } catch (MalformedFormException refused) {
            System.getLogger(Codes.class.getName())
                    .log(System.Logger.Level.WARNING, "script " + id + " from " + from + " is refused", refused);
            lacks(id, from);
        }
    }

    private void lacks(FormId id, Member from) {
        Search search = searches.get(id);
        if (search != null && from.equals(search.asked)) {
            ask(search);
        }
    }

    void lost(Member member) {
        for (Search each : searches.values()) {
            if (member.equals(each.asked)) {
                ask(each);
            }
        }
    }
}
