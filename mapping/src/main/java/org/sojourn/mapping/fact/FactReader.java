package org.sojourn.mapping.fact;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Frame;
import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.code.Dictionary;
import org.sojourn.mapping.code.Verb;
import org.sojourn.mapping.code.Verb.Facet;

/** Reads what methods do, each once. For one thread. */
public final class FactReader {
    private final ClassFiles files;
    private final Dictionary dictionary;
    private final Map<String, @Nullable Body> bodies = new HashMap<>();
    private final Map<String, Facts> facts = new HashMap<>();

    /**
     * Makes a reader.
     *
     * @param files finds methods and types
     * @param dictionary says what calls return
     */
    public FactReader(ClassFiles files, Dictionary dictionary) {
        this.files = files;
        this.dictionary = dictionary;
    }

    /**
     * Reads a whole method.
     *
     * @param method the method
     * @return what it does
     */
    public Facts facts(ClassFiles.Method method) {
        return facts.computeIfAbsent(method.key(), key -> {
            Body body = body(method);
            return body == null ? Facts.NONE : read(body, Set.of());
        });
    }

    /**
     * Reads the arms of a method: what it does with messages of each type that it tells apart.
     *
     * @param method the method
     * @param message the number of the parameter that is the message
     * @return by the type that the arm is for, in the order of the code; only {@code *} if it tells none apart
     */
    public Map<String, Facts> arms(ClassFiles.Method method, int message) {
        Body body = body(method);
        return body == null
                ? Map.of(Dispatch.ANY, Facts.NONE)
                : new Dispatch(body, message).arms(cut -> read(body, cut));
    }

    private @Nullable Body body(ClassFiles.Method method) {
        String key = method.key();
        if (!bodies.containsKey(key)) {
            bodies.put(key, Body.of(method, files, dictionary));
        }
        return bodies.get(key);
    }

    private Facts read(Body body, Set<Long> cut) {
        Flow flow = body.flow(cut);
        List<Flow.Loop> loops = new ArrayList<>(flow.loops());
        loops.sort(Comparator.comparingInt(loop -> loop.header()));
        return new Reading(body, flow, loops, this::words).all();
    }

    /**
     * Writes a method reference out as the lambda expression that it stands for: one call, whose arguments are the parameters.
     *
     * @param function made by a method reference
     * @return what running it does
     */
    public Facts reference(Facts.Function function) {
        Handle method = function.implementation();
        List<Value> arguments = new ArrayList<>();
        for (Value each : function.captured()) {
            arguments.add(new Value(each.type(), Set.of(Origin.parameter(arguments.size()))));
        }
        for (Type each : Type.getArgumentTypes(function.signature())) {
            arguments.add(Value.of(each, Origin.parameter(arguments.size())));
        }
        int opcode = switch (method.getTag()) {
            case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
            case Opcodes.H_INVOKEVIRTUAL -> Opcodes.INVOKEVIRTUAL;
            case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
            default -> Opcodes.INVOKESPECIAL;
        };
        if (method.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
            arguments.add(
                    0, Value.of(Type.getObjectType(method.getOwner()), new Origin(Origin.Kind.NEW, method.getOwner())));
        }
        Type result = Type.getReturnType(method.getDesc());
        Facts.Call call = new Facts.Call(
                new Facts.Site(0, function.site().line(), false, List.of()),
                opcode,
                method.getOwner(),
                method.getName(),
                method.getDesc(),
                arguments,
                words(
                        method.getOwner(),
                        method.getName(),
                        method.getDesc(),
                        result.getSort() == Type.OBJECT ? result.getInternalName() : ""));
        return new Facts(List.of(call), List.of(), List.of(), List.of(), List.of(), true);
    }

    private Map<Facet, Dictionary.Entry> words(MethodInsnNode call) {
        return words(call.owner, call.name, call.desc, result(call));
    }

    private Map<Facet, Dictionary.Entry> words(String owner, String name, String desc, String result) {
        Map<Facet, Dictionary.Entry> words = new EnumMap<>(Facet.class);
        for (Facet facet : Facet.values()) {
            Dictionary.Entry entry;
            if (facet == Facet.RESULT) {
                entry = result.isEmpty() ? null : dictionary.find(facet, result, "", "", files);
            } else {
                entry = dictionary.find(facet, owner, name, desc, files);
            }
            if (entry != null) {
                words.put(facet, entry);
            }
        }
        return words;
    }

    /** The type of a call's result: that of a generic one is what it is cast to at once. Empty if it is no object. */
    private static String result(MethodInsnNode call) {
        AbstractInsnNode next = call.getNext();
        while (next != null && next.getOpcode() < 0) {
            next = next.getNext(); // labels, lines and frames
        }
        if (next instanceof TypeInsnNode cast && cast.getOpcode() == Opcodes.CHECKCAST) {
            return cast.desc;
        }
        Type type = Type.getReturnType(call.desc);
        return type.getSort() == Type.OBJECT ? type.getInternalName() : "";
    }

    /** One reading of one body. */
    private record Reading(
            Body body, Flow flow, List<Flow.Loop> loops, Function<MethodInsnNode, Map<Facet, Dictionary.Entry>> words) {
        Facts all() {
            List<Facts.Call> calls = new ArrayList<>();
            List<Facts.FieldUse> fields = new ArrayList<>();
            List<Facts.Linked> linked = new ArrayList<>();
            Map<Integer, InvokeDynamicInsnNode> made = new HashMap<>();
            for (int at = flow.reachable().nextSetBit(0);
                    at >= 0;
                    at = flow.reachable().nextSetBit(at + 1)) {
                AbstractInsnNode insn = body.code.get(at);
                Frame<Value> frame = body.frames[at];
                if (frame == null) {
                    continue;
                }
                switch (insn) {
                    case MethodInsnNode call -> calls.add(call(at, call, frame));
                    case InvokeDynamicInsnNode dynamic -> {
                        made.put(at, dynamic);
                        if (OriginInterpreter.implementation(dynamic) == null) {
                            link(at, dynamic.bsm, List.of(dynamic.bsmArgs), linked);
                        }
                    }
                    case LdcInsnNode constant
                    when constant.cst instanceof ConstantDynamic dynamic ->
                        link(at, dynamic.getBootstrapMethod(), arguments(dynamic), linked);
                    case FieldInsnNode field -> fields.add(use(at, field, frame));
                    default -> {}
                }
            }
            List<Facts.Function> functions = new ArrayList<>();
            made.keySet().stream().sorted().forEach(at -> add(at, made.get(at), calls, functions));
            List<Facts.Loop> bounds = new ArrayList<>();
            for (Flow.Loop loop : loops) {
                bounds.add(new Facts.Loop(site(loop.header()), trips(loop), outer(loop)));
            }
            return new Facts(calls, functions, fields, bounds, linked, true);
        }

        /** Notes what is linked by a method that isn't the JDK's, or Scala's, or by one of theirs that is given one that isn't. */
        private void link(int at, Handle by, List<Object> arguments, List<Facts.Linked> linked) {
            String owner = by.getOwner();
            if (by.getTag() >= Opcodes.H_INVOKEVIRTUAL
                    && !ClassFiles.isOfJdk(owner)
                    && !owner.startsWith("scala/runtime/")) {
                linked.add(
                        new Facts.Linked(site(at), owner.substring(owner.lastIndexOf('/') + 1) + '.' + by.getName()));
            }
            for (Object each : arguments) {
                if (each instanceof Handle handle) {
                    link(at, handle, List.of(), linked);
                } else if (each instanceof ConstantDynamic dynamic) {
                    link(at, dynamic.getBootstrapMethod(), arguments(dynamic), linked);
                }
            }
        }

        private static List<Object> arguments(ConstantDynamic dynamic) {
            List<Object> all = new ArrayList<>();
            for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
                all.add(dynamic.getBootstrapMethodArgument(i));
            }
            return all;
        }

        private Facts.Site site(int at) {
            List<Integer> around = new ArrayList<>();
            for (int i = 0; i < loops.size(); i++) {
                if (loops.get(i).body().get(at)) {
                    around.add(i);
                }
            }
            return new Facts.Site(at, body.line(at), flow.isConditional(at), around);
        }

        private Facts.Call call(int at, MethodInsnNode call, Frame<Value> frame) {
            int count = Type.getArgumentTypes(call.desc).length + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
            return new Facts.Call(
                    site(at), call.getOpcode(), call.owner, call.name, call.desc, top(frame, count), words.apply(call));
        }

        private static List<Value> top(Frame<Value> frame, int count) {
            List<Value> values = new ArrayList<>();
            for (int i = frame.getStackSize() - count; i < frame.getStackSize(); i++) {
                values.add(frame.getStack(i));
            }
            return values;
        }

        private Facts.FieldUse use(int at, FieldInsnNode field, Frame<Value> frame) {
            boolean isWritten = field.getOpcode() == Opcodes.PUTFIELD || field.getOpcode() == Opcodes.PUTSTATIC;
            Value written = isWritten ? frame.getStack(frame.getStackSize() - 1) : null;
            return new Facts.FieldUse(site(at), field.owner, field.name, field.desc, written);
        }

        private void add(
                int at,
                @Nullable InvokeDynamicInsnNode dynamic,
                List<Facts.Call> calls,
                List<Facts.Function> functions) {
            Handle implementation = dynamic == null ? null : OriginInterpreter.implementation(dynamic);
            if (dynamic == null || implementation == null) {
                return;
            }
            Origin itself = new Origin(Origin.Kind.FUNCTION, Integer.toString(at));
            String type = Type.getReturnType(dynamic.desc).getInternalName();
            Facts.Call user = calls.stream()
                    .filter(call -> isGiven(call, itself))
                    .filter(call -> !call.is(Verb.ELSEWHERE)
                            && call.arguments().stream()
                                    .anyMatch(value -> value.className().equals(type)
                                            && value.origins().contains(itself)))
                    .findFirst()
                    .orElseGet(() -> calls.stream()
                            .filter(call -> isGiven(call, itself))
                            .findFirst()
                            .orElse(null));
            List<Value> captured = top(body.frames[at], Type.getArgumentTypes(dynamic.desc).length);
            functions.add(new Facts.Function(
                    site(at), implementation, captured, type, String.valueOf(dynamic.bsmArgs[2]), user));
        }

        private static boolean isGiven(Facts.Call call, Origin function) {
            return call.arguments().stream().anyMatch(value -> value.origins().contains(function));
        }

        /** The innermost of the loops around a loop. */
        private int outer(Flow.Loop loop) {
            int found = -1;
            for (int i = 0; i < loops.size(); i++) {
                Flow.Loop other = loops.get(i);
                boolean isAround = other != loop
                        && other.body().get(loop.header())
                        && other.body().cardinality() > loop.body().cardinality();
                if (isAround
                        && (found < 0
                                || other.body().cardinality()
                                        < loops.get(found).body().cardinality())) {
                    found = i;
                }
            }
            return found;
        }

        /** How often a loop runs that counts a variable from one constant to another; -1 for any other. */
        private long trips(Flow.Loop loop) {
            BitSet inside = loop.body();
            for (int at = inside.nextSetBit(0); at >= 0; at = inside.nextSetBit(at + 1)) {
                boolean leaves = body.next(at).stream().anyMatch(to -> !inside.get(to));
                if (leaves && body.code.get(at) instanceof JumpInsnNode jump && body.frames[at] != null) {
                    long trips = Counting.trips(body, jump.getOpcode(), at, inside);
                    if (trips >= 0) {
                        return trips;
                    }
                }
            }
            return -1;
        }
    }

    /** Recognises loops over a range of constants. */
    private static final class Counting {
        private Counting() {}

        static long trips(Body body, int opcode, int at, BitSet inside) {
            Frame<Value> frame = body.frames[at];
            int top = frame.getStackSize() - 1;
            boolean isPair = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE;
            if (!isPair && (opcode < Opcodes.IFEQ || opcode > Opcodes.IFLE)) {
                return -1;
            }
            Value one = frame.getStack(isPair ? top - 1 : top);
            Long bound = isPair ? constant(frame.getStack(top)) : Long.valueOf(0);
            if (bound == null && isPair) {
                bound = constant(one);
                one = frame.getStack(top);
            }
            Long start = start(one);
            int step = step(body, inside);
            return bound == null || start == null || step == 0 ? -1 : Math.abs(bound - start) / step + 1;
        }

        private static @Nullable Long constant(Value value) {
            return value.origins().size() == 1
                    ? number(value.origins().iterator().next())
                    : null;
        }

        private static @Nullable Long number(Origin origin) {
            boolean isNumber =
                    origin.kind() == Origin.Kind.CONSTANT && origin.detail().matches("-?\\d{1,18}");
            return isNumber ? Long.valueOf(origin.detail()) : null;
        }

        /** A counter is a constant at first, and computed from then on. */
        private static @Nullable Long start(Value value) {
            if (value.origins().size() != 2 || !value.origins().contains(Origin.COMPUTED)) {
                return null;
            }
            return value.origins().stream()
                    .map(Counting::number)
                    .filter(number -> number != null)
                    .findFirst()
                    .orElse(null);
        }

        private static int step(Body body, BitSet inside) {
            int step = 0;
            for (int at = inside.nextSetBit(0); at >= 0; at = inside.nextSetBit(at + 1)) {
                if (body.code.get(at) instanceof IincInsnNode count && count.incr != 0) {
                    step = step == 0 ? Math.abs(count.incr) : Math.min(step, Math.abs(count.incr));
                }
            }
            return step;
        }
    }
}
