package org.sojourn.mapping.fact;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Finds the arms of a method that tells messages apart, however the compiler has written it down: a pattern switch
 * ({@code typeSwitch} and a table), a chain of {@code instanceof} or of {@code equals} with singletons, as in Scala, or a
 * switch on a number of the message's, such as its mailbox.
 *
 * <p>The code of one arm is what can be reached when every test of the chain before it fails, its own holds, and those after it
 * aren't met; so what comes before the chain and after it belongs to each arm.
 */
final class Dispatch {
    static final String ANY = "*";

    /** A test: the edge that is taken if it holds, and the one if it doesn't. */
    private record Test(String label, int at, int yes, int no) {}

    private final Body body;
    private final Set<Origin> message;

    Dispatch(Body body, int parameter) {
        this.body = body;
        this.message = Set.of(Origin.parameter(parameter));
    }

    Map<String, Facts> arms(Function<Set<Long>, Facts> read) {
        Map<String, Facts> arms = new LinkedHashMap<>();
        for (int at = 0; at < body.code.size() && arms.isEmpty(); at++) {
            AbstractInsnNode insn = body.code.get(at);
            if (insn.getOpcode() == Opcodes.TABLESWITCH || insn.getOpcode() == Opcodes.LOOKUPSWITCH) {
                arms.putAll(table(at, read));
            } else if (insn instanceof JumpInsnNode) {
                arms.putAll(chain(read));
            }
        }
        if (arms.isEmpty()) {
            arms.put(ANY, read.apply(Set.of()));
        }
        return arms;
    }

    // ---- switches -------------------------------------------------------------------------------------------------

    private Map<String, Facts> table(int at, Function<Set<Long>, Facts> read) {
        Frame<Value> frame = body.frames[at];
        Map<String, Facts> arms = new LinkedHashMap<>();
        if (frame == null) {
            return arms;
        }
        InvokeDynamicInsnNode types = typeSwitch(at);
        Value selected = frame.getStack(frame.getStackSize() - 1);
        boolean isOfMessage = types != null || selected.origins().containsAll(message);
        if (!isOfMessage) {
            return arms;
        }
        Map<Integer, List<String>> labels = new LinkedHashMap<>();
        List<Integer> keys = keys(body.code.get(at));
        List<LabelNode> targets = targets(body.code.get(at));
        for (int i = 0; i < keys.size(); i++) {
            labels.computeIfAbsent(body.code.indexOf(targets.get(i)), any -> new ArrayList<>())
                    .add(label(types, keys.get(i)));
        }
        Set<Long> restarts = restarts(at, types);
        labels.forEach((target, names) -> {
            if (!names.contains("")) {
                arms.put(String.join("|", names), read.apply(only(at, target, restarts)));
            }
        });
        int rest = body.code.indexOf(fallThrough(body.code.get(at)));
        if (!labels.containsKey(rest)) {
            Facts facts = read.apply(only(at, rest, restarts));
            boolean isRefusal =
                    facts.calls().stream().anyMatch(call -> call.owner().endsWith("/MatchException"));
            if (!isRefusal && doesSomething(facts)) {
                arms.put(ANY, facts);
            }
        }
        return arms;
    }

    /** Cuts all edges of a switch but one. */
    private Set<Long> only(int at, int target, Set<Long> restarts) {
        Set<Long> cut = new HashSet<>(restarts);
        body.next(at).stream().filter(to -> to != target).forEach(to -> cut.add(body.edge(at, to)));
        return cut;
    }

    private static LabelNode fallThrough(AbstractInsnNode node) {
        return node instanceof LookupSwitchInsnNode lookup ? lookup.dflt : ((TableSwitchInsnNode) node).dflt;
    }

    private static boolean doesSomething(Facts facts) {
        return !facts.calls().isEmpty() || facts.fields().stream().anyMatch(use -> use.written() != null);
    }

    /** A guard that fails goes back to the switch, which isn't a loop. */
    private Set<Long> restarts(int table, @Nullable InvokeDynamicInsnNode types) {
        Set<Long> cut = new HashSet<>();
        if (types != null) {
            int start = body.code.indexOf(types);
            while (start > 0 && !(body.code.get(start) instanceof LabelNode)) {
                start--;
            }
            for (int from = table + 1; from < body.code.size(); from++) {
                for (int to : body.next(from)) {
                    if (to >= start && to <= table) {
                        cut.add(body.edge(from, to));
                    }
                }
            }
        }
        return cut;
    }

    private @Nullable InvokeDynamicInsnNode typeSwitch(int at) {
        AbstractInsnNode before = body.code.get(at).getPrevious();
        while (before != null && before.getOpcode() < 0) {
            before = before.getPrevious();
        }
        boolean isPattern = before instanceof InvokeDynamicInsnNode dynamic
                && dynamic.bsm.getOwner().equals("java/lang/runtime/SwitchBootstraps");
        if (!isPattern || body.frames[body.code.indexOf(before)] == null) {
            return null;
        }
        Frame<Value> frame = body.frames[body.code.indexOf(before)];
        Value what = frame.getStack(frame.getStackSize() - 2);
        return what.origins().containsAll(message) ? (InvokeDynamicInsnNode) before : null;
    }

    private static List<Integer> keys(AbstractInsnNode node) {
        if (node instanceof LookupSwitchInsnNode lookup) {
            return lookup.keys;
        }
        TableSwitchInsnNode table = (TableSwitchInsnNode) node;
        List<Integer> keys = new ArrayList<>();
        for (int key = table.min; key <= table.max; key++) {
            keys.add(key);
        }
        return keys;
    }

    private static List<LabelNode> targets(AbstractInsnNode node) {
        return node instanceof LookupSwitchInsnNode lookup ? lookup.labels : ((TableSwitchInsnNode) node).labels;
    }

    /** What an arm of a switch is for; empty for null, which is no message. */
    private static String label(@Nullable InvokeDynamicInsnNode types, int key) {
        if (types == null) {
            return Integer.toString(key);
        }
        if (key < 0) {
            return "";
        }
        return key >= types.bsmArgs.length
                ? ANY
                : types.bsmArgs[key] instanceof Type type ? type.getInternalName() : String.valueOf(types.bsmArgs[key]);
    }

    // ---- chains ---------------------------------------------------------------------------------------------------

    private Map<String, Facts> chain(Function<Set<Long>, Facts> read) {
        List<Test> tests = new ArrayList<>();
        Set<Long> passed = new HashSet<>();
        Map<String, Facts> arms = new LinkedHashMap<>();
        for (Test test = find(passed); test != null && tests.size() < 400; test = find(passed)) {
            Set<Long> cut = new HashSet<>(passed);
            cut.add(body.edge(test.at(), test.no()));
            arms.putIfAbsent(test.label(), read.apply(cut));
            tests.add(test);
            passed.add(body.edge(test.at(), test.yes()));
        }
        if (!tests.isEmpty()) {
            Facts rest = read.apply(passed);
            if (doesSomething(rest)) {
                arms.put(ANY, rest);
            }
        }
        return arms;
    }

    /** The first test that is met when all before it fail. */
    private @Nullable Test find(Set<Long> passed) {
        Set<Integer> seen = new HashSet<>();
        List<Integer> open = new ArrayList<>(List.of(0));
        Test first = null;
        while (!open.isEmpty()) {
            int at = open.removeLast();
            if (!seen.add(at)) {
                continue;
            }
            Test test = body.code.get(at) instanceof JumpInsnNode jump ? test(at, jump) : null;
            if (test != null && !passed.contains(body.edge(at, test.yes()))) {
                first = first == null || at < first.at() ? test : first;
                continue;
            }
            for (int to : body.next(at)) {
                if (!passed.contains(body.edge(at, to))) {
                    open.add(to);
                }
            }
        }
        return first;
    }

    private @Nullable Test test(int at, JumpInsnNode jump) {
        int opcode = jump.getOpcode();
        if (opcode != Opcodes.IFEQ && opcode != Opcodes.IFNE) {
            return null;
        }
        AbstractInsnNode before = jump.getPrevious();
        while (before != null && before.getOpcode() < 0) {
            before = before.getPrevious();
        }
        String label = before == null ? null : label(before);
        if (label == null || body.next(at).size() != 2) {
            return null;
        }
        int target = body.code.indexOf(jump.label);
        int other =
                body.next(at).stream().filter(to -> to != target).findFirst().orElse(target);
        return opcode == Opcodes.IFEQ ? new Test(label, at, other, target) : new Test(label, at, target, other);
    }

    /** What a test asks of the message; null if it is another test. */
    private @Nullable String label(AbstractInsnNode before) {
        Frame<Value> frame = body.frames[body.code.indexOf(before)];
        if (frame == null) {
            return null;
        }
        int top = frame.getStackSize() - 1;
        if (before.getOpcode() == Opcodes.INSTANCEOF) {
            return isMessage(frame.getStack(top)) ? ((TypeInsnNode) before).desc : null;
        }
        if (before instanceof MethodInsnNode call
                && call.name.equals("equals")
                && call.desc.equals("(Ljava/lang/Object;)Z")) {
            Value one = frame.getStack(top - 1);
            Value other = frame.getStack(top);
            return isMessage(other) ? singleton(one) : isMessage(one) ? singleton(other) : null;
        }
        return null;
    }

    private boolean isMessage(Value value) {
        return value.origins().equals(message);
    }

    private static @Nullable String singleton(Value value) {
        return value.origins().stream()
                .filter(origin -> origin.kind() == Origin.Kind.STATIC || origin.kind() == Origin.Kind.CONSTANT)
                .map(origin -> origin.detail().replaceFirst("\\.MODULE\\$$", ""))
                .findFirst()
                .orElse(null);
    }
}
