package org.sojourn.mapping.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.code.Dictionary;
import org.sojourn.mapping.code.Verb.Facet;
import org.sojourn.mapping.fact.FactReader;
import org.sojourn.mapping.fact.Facts;
import org.sojourn.mapping.kind.Handler;
import org.sojourn.mapping.kind.Kind;
import org.sojourn.mapping.vector.Blocking;
import org.sojourn.mapping.vector.CVector;
import org.sojourn.mapping.vector.Composition;
import org.sojourn.mapping.vector.Finding;
import org.sojourn.mapping.vector.State;

/** Computes the vectors of a kind. For one thread. */
public final class KindAnalysis {
    private final ClassFiles files;
    private final Dictionary dictionary;
    private final FactReader reader;

    /**
     * Makes an analysis.
     *
     * @param files the classes
     * @param dictionary says what isn't followed
     * @param reader reads methods
     */
    public KindAnalysis(ClassFiles files, Dictionary dictionary, FactReader reader) {
        this.files = files;
        this.dictionary = dictionary;
        this.reader = reader;
    }

    /**
     * Looks at a kind.
     *
     * @param kind the kind
     * @return its vectors, and what it says to others
     */
    public Traits of(Kind kind) {
        StateFields fields = new StateFields(files, dictionary, kind);
        Map<Handler, Walk> walks = new LinkedHashMap<>();
        for (Handler handler : kind.handlers()) {
            Walk walk = new Walk(files, dictionary, reader, kind, handler);
            walks.put(handler, walk);
            fields.note(walk);
        }
        List<Traits.OfHandler> handlers = new ArrayList<>();
        List<Traits.Sent> sent = new ArrayList<>();
        walks.forEach((handler, walk) -> {
            Talk talk = new Talk(walk);
            HandlerVector found = new HandlerVector(walk, talk, fields);
            handlers.add(new Traits.OfHandler(handler, found.vector(), found.file()));
            talk.sent.forEach(each ->
                    sent.add(new Traits.Sent(each.type(), each.to(), each.isAnswer(), each.isToSelf(), each.where())));
        });
        return new Traits(kind, compose(kind, fields, handlers), handlers, sent, made(kind));
    }

    /** What ends a kind, or is no message, counts for blocking only: it runs once, and nobody waits for it. */
    private CVector compose(Kind kind, StateFields fields, List<Traits.OfHandler> handlers) {
        List<CVector> spoken = handlers.stream()
                .filter(each -> each.handler().role() != Handler.Role.END)
                .map(Traits.OfHandler::vector)
                .toList();
        CVector whole = Composition.of(kind.isFunctions() ? carried(kind) : fields.finding(null), spoken);
        return handlers.stream()
                .filter(each -> each.handler().role() == Handler.Role.END)
                .filter(each -> each.vector().blocking().value() == Blocking.TRUE)
                .findFirst()
                .map(each -> new CVector(
                        each.vector().blocking(),
                        whole.state(),
                        whole.parallelism(),
                        whole.outgoing(),
                        whole.incoming(),
                        whole.work()))
                .orElse(whole);
    }

    /** A behaviour of functions keeps its state in the arguments with which its handlers make the next behaviour. */
    private Finding<State> carried(Kind kind) {
        Finding<State> found = new Finding<>(State.NIL, "no handler makes a behaviour with other arguments", null);
        for (Handler handler : kind.handlers()) {
            for (Facts.Call call : handler.facts().calls()) {
                if (call.owner().equals(kind.type()) && call.desc().endsWith("actor/typed/Behavior;")) {
                    for (Type type : Type.getArgumentTypes(call.desc())) {
                        State state = carried(type);
                        if (state.compareTo(found.value()) > 0) {
                            String what = call.name() + " is given " + type.getClassName();
                            found = new Finding<>(
                                    state, what, new Reach(handler.method(), handler.facts(), 0).where(call.site()));
                        }
                    }
                }
            }
        }
        return found;
    }

    private State carried(Type type) {
        if (type.getSort() != Type.OBJECT) {
            return State.FIXED;
        }
        Dictionary.Entry entry = dictionary.find(Facet.TYPE, type.getInternalName(), "", "", files);
        if (entry == null) {
            return State.FIXED;
        }
        return switch (entry.verb()) {
            case SIZED -> State.VARIABLE;
            case NO_STATE -> State.NIL;
            default -> State.FIXED;
        };
    }

    /** The classes that a kind's own methods make objects of, or name. */
    private Set<String> made(Kind kind) {
        Set<String> made = new LinkedHashSet<>();
        for (ClassFiles.Method method : kind.methods()) {
            for (AbstractInsnNode insn : method.node().instructions) {
                if (insn.getOpcode() == Opcodes.NEW) {
                    made.add(((TypeInsnNode) insn).desc);
                } else if (insn instanceof LdcInsnNode constant
                        && constant.cst instanceof Type type
                        && type.getSort() == Type.OBJECT) {
                    made.add(type.getInternalName());
                }
            }
            for (Facts.Function function : reader.facts(method).functions()) {
                if (function.implementation().getTag() == Opcodes.H_NEWINVOKESPECIAL) {
                    made.add(function.implementation().getOwner());
                }
            }
        }
        return made;
    }
}
