package org.sojourn.messengers.network;

import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.FormId;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.MalformedFormException;
import org.sojourn.messengers.run.Script;
import org.sojourn.messengers.run.Scripts;

/**
 * The scripts that this place knows. A messenger travels with the id of its script; a place that lacks it asks for it once ({@link
 * Searches}). What comes is checked and compiled here: no place runs what another one says it has checked. (That a script is kept where a
 * messenger has visited is the paper's section 4.6.)
 *
 * <p>A script is kept as long as it has a name, or a messenger that is here. Of the others the {@value #KEPT} stay that have come last,
 * for messengers that come again, and for places that ask.
 */
final class Codes {
    static final int ASK = 0;
    private static final int HAVE = 1;
    private static final int LACK = 2;
    private static final int NAMED = 3;
    private static final int ANSWER = 4;

    private static final int ID = 0;
    private static final int NAME = 1;

    private static final int KEPT = 1_000;

    private final Nodes place;
    private final Scripts scripts;
    private final Searches searches;
    private final Map<FormId, WeakReference<Code>> all = new ConcurrentHashMap<>();
    private final Map<String, Code> named = new ConcurrentHashMap<>();

    /** Those that have come last. Guarded by itself. */
    private final Set<Code> kept = new LinkedHashSet<>();

    /** What has come and isn't compiled yet, in order. */
    private final Queue<Runnable> arrived = new ConcurrentLinkedQueue<>();

    /** How many of these there are: who makes it one begins. */
    private final AtomicInteger taking = new AtomicInteger();

    Codes(Nodes place) {
        this.place = place;
        this.searches = new Searches(place);
        this.scripts = new Scripts((file, name, type) -> place.functions().direct(file, name, type));
    }

    // ---- what is known --------------------------------------------------------------------------------------------

    /** {@return the script of an id, which is perhaps yet to come; a place that seems to have it is noted} */
    Code of(FormId id, Member from) {
        Code code = code(id);
        if (code.script() == null && !from.equals(place.site().self())) {
            code.seenAt(from);
        }
        return code;
    }

    private Code code(FormId id) {
        Code known = find(id);
        if (known != null) {
            return known;
        }
        Code[] its = new Code[1];
        all.compute(id, (any, there) -> {
            Code found = there == null ? null : there.get();
            if (there != null && found != null) {
                its[0] = found;
                return there;
            }
            its[0] = new Code(id);
            return new WeakReference<>(its[0]);
        });
        return its[0];
    }

    private @Nullable Code find(FormId id) {
        WeakReference<Code> known = all.get(id);
        return known == null ? null : known.get();
    }

    /** Makes a script known at this place. */
    Code add(Form form) {
        Code code = code(form.id());
        if (code.script() == null) {
            code.script(scripts.of(form));
            searches.found(code.id);
        }
        keep(code);
        return code;
    }

    private void keep(Code code) {
        boolean isMuch = false;
        synchronized (kept) {
            kept.remove(code);
            kept.add(code);
            if (kept.size() > KEPT) {
                Iterator<Code> oldest = kept.iterator();
                oldest.next();
                oldest.remove();
                isMuch = all.size() > 2 * KEPT;
            }
        }
        if (isMuch) {
            all.values().removeIf(each -> each.get() == null);
        }
    }

    /** Makes a script known at all places, by a name. */
    void add(String name, Form form) {
        named.put(name, add(form));
        searches.found(name);
        for (Member each : place.placement().neighbours()) {
            place.site().switchboard().send(each, 0, naming(NAMED, name, form));
        }
    }

    private static PacketWriter naming(int what, String name, Form form) {
        return packet(what).text(name).tail(form.bytes());
    }

    /** {@return the script of a name, if it is known here} */
    @Nullable
    Code named(String name) {
        return named.get(name);
    }

    /** {@return the names that are known here} */
    List<String> names() {
        return named.keySet().stream().sorted().toList();
    }

    /** A node can't go on before a script is here. In its lane's turn. */
    void await(Code code, Node node) {
        searches.await(code.id, node, code.seenAt(), () -> code.script() != null);
    }

    /** A node can't go on before it is known what a name means. In its lane's turn. */
    void await(String name, Node node) {
        searches.await(name, node, () -> named.containsKey(name));
    }

    void lost(Member member) {
        searches.lost(member);
    }

    // ---- packets --------------------------------------------------------------------------------------------------

    static PacketWriter packet(int what) {
        return Packets.of(Packets.CODE, 64).u8(what);
    }

    /** Writes what is asked for: an id, or a name. */
    static void key(Object key, PacketWriter packet) {
        if (key instanceof FormId id) {
            packet.u8(ID).bytes(id.bytes());
        } else {
            packet.u8(NAME).text((String) key);
        }
    }

    private static Object readKey(PacketReader packet) {
        return packet.u8() == ID ? FormId.of(packet.bytes(FormId.LENGTH)) : packet.text();
    }

    void told(Member from, PacketReader packet) {
        int what = packet.u8();
        switch (what) {
            case ASK -> answer(from, readKey(packet));
            case LACK -> searches.lacks(readKey(packet), from);
            case HAVE -> {
                FormId id = FormId.of(packet.bytes(FormId.LENGTH));
                byte[] bytes = packet.bytes(Math.min(packet.remaining(), Limits.BYTES));
                if (searches.isOpen(id)) { // else nobody has asked
                    take(() -> received(id, from, bytes));
                }
            }
            case NAMED, ANSWER -> {
                String name = packet.text();
                byte[] bytes = packet.bytes(Math.min(packet.remaining(), Limits.BYTES));
                take(() -> received(name, from, bytes, what == ANSWER));
            }
            default -> throw new MalformedException("a packet of scripts of kind " + what + "; there are 0 to 4");
        }
    }

    private void answer(Member to, Object key) {
        Code known = key instanceof FormId id ? find(id) : named.get((String) key);
        Script script = known == null ? null : known.script();
        PacketWriter packet;
        if (script == null) {
            packet = packet(LACK);
            key(key, packet);
        } else if (key instanceof FormId id) {
            packet = packet(HAVE).bytes(id.bytes()).tail(script.form().bytes());
        } else {
            packet = naming(ANSWER, (String) key, script.form());
        }
        place.site().switchboard().send(to, 0, packet);
    }

    /** To compile takes time: not on the links' thread, but one after the other, so that the latest meaning of a name counts. */
    private void take(Runnable what) {
        arrived.add(what);
        if (taking.getAndIncrement() == 0) {
            place.site().policy().submit(this::takeNext);
        }
    }

    private void takeNext() {
        Runnable next = arrived.poll();
        try {
            if (next != null) {
                next.run();
            }
        } finally {
            if (taking.decrementAndGet() > 0) {
                place.site().policy().submit(this::takeNext);
            }
        }
    }

    private void received(FormId id, Member from, byte[] bytes) {
        try {
            Form form = Form.read(bytes);
            if (!form.id().equals(id)) {
                throw new MalformedFormException("The script from " + from + " isn't the requested one.");
            }
            add(form);
        } catch (MalformedFormException refused) {
            refuse("script " + id, from, refused);
            searches.lacks(id, from);
        }
    }

    private void received(String name, Member from, byte[] bytes, boolean isAnswer) {
        try {
            Code code = add(Form.read(bytes));
            if (isAnswer) {
                named.putIfAbsent(name, code); // it may have got a later meaning meanwhile
            } else {
                named.put(name, code);
            }
            searches.found(name);
        } catch (MalformedFormException refused) {
            refuse("the script '" + name + "'", from, refused);
            searches.lacks(name, from);
        }
    }

    private static void refuse(String what, Member from, MalformedFormException why) {
        System.getLogger(Codes.class.getName())
                .log(System.Logger.Level.WARNING, what + " from " + from + " is refused", why);
    }
}
