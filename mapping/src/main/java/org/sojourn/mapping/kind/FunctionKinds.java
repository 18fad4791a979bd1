package org.sojourn.mapping.kind;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.code.ClassFiles.Method;
import org.sojourn.mapping.fact.FactReader;
import org.sojourn.mapping.fact.Facts;

/**
 * Finds typed behaviours that are built of functions. Such a kind is no class: it is the methods of a class that call each
 * other, some of which make functions that return a behaviour. Those that take a message are its handlers; those that take a
 * context or timers run once, at its start. So it doesn't matter how a function gets into a behaviour, which matters, as Scala's
 * optimiser inlines {@code Behaviors.receive}.
 */
final class FunctionKinds {
    private static final String BEHAVIOUR = "actor/typed/Behavior;";
    private static final String EFFECT = "/Effect;";

    private final ClassFiles files;
    private final FactReader reader;
    private final @Nullable ClassNode node;

    FunctionKinds(ClassFiles files, FactReader reader, String name) {
        this.files = files;
        this.reader = reader;
        byte[] bytes = files.bytes(name);
        boolean isOfFramework = name.contains("/actor/typed/scaladsl/") || name.contains("/actor/typed/javadsl/");
        boolean mayBe = bytes != null
                && !isOfFramework
                && new String(bytes, StandardCharsets.ISO_8859_1).contains("actor/typed/Behavior");
        this.node = mayBe ? files.read(name) : null;
    }

    /** Whether a function takes messages and returns what to do next. */
    static boolean isBehaviour(Facts.Function function, Framework framework) {
        return framework(function) == framework;
    }

    /** Which typed framework's behaviour a function returns, or null. */
    private static @Nullable Framework framework(Facts.Function function) {
        String result = function.signature().substring(function.signature().indexOf(')') + 1);
        boolean isBehaviour =
                result.endsWith(BEHAVIOUR) || (result.contains("/persistence/typed/") && result.endsWith(EFFECT));
        return !isBehaviour
                ? null
                : result.startsWith("Lorg/apache/pekko/")
                        ? Framework.PEKKO_TYPED
                        : result.startsWith("Lakka/") ? Framework.AKKA_TYPED : null;
    }

    /** The handlers that a function is: one for each type of message that it tells apart; none if its code isn't here. */
    static List<Handler> handlers(Facts.Function function, ClassFiles files, FactReader reader) {
        Method method = files.find(
                function.implementation().getOwner(),
                function.implementation().getName(),
                function.implementation().getDesc());
        if (method == null || function.implementation().getTag() == Opcodes.H_NEWINVOKESPECIAL) {
            return List.of();
        }
        Type[] types = Type.getArgumentTypes(function.signature());
        String last = types.length == 0 ? "java/lang/Object" : types[types.length - 1].getInternalName();
        if (last.endsWith("ActorContext") || last.endsWith("TimerScheduler") || last.endsWith("StashBuffer")) {
            return List.of(new Handler(
                    method.node().name, Handler.Role.START, method, reader.facts(method), KindFinder.last(method)));
        }
        boolean isSignal = files.ancestors(last).stream().anyMatch(each -> each.endsWith("actor/typed/Signal"));
        Handler.Role role = isSignal ? Handler.Role.END : Handler.Role.MESSAGE;
        int message = types.length == 0 ? -1 : KindFinder.last(method);
        List<Handler> handlers = new ArrayList<>();
        reader.arms(method, message).forEach((label, facts) -> {
            String shown = label.equals(Handler.ANY) && !last.equals("java/lang/Object") ? last : label;
            handlers.add(new Handler(shown, role, method, facts, message));
        });
        return handlers;
    }

    List<Kind> all() {
        List<Kind> kinds = new ArrayList<>();
        if (node == null) {
            return kinds;
        }
        Map<String, List<Handler>> handlers = handlers(node);
        if (handlers.isEmpty()) {
            return kinds;
        }
        for (Set<String> group : groups(node)) {
            List<Handler> own = new ArrayList<>();
            group.forEach(key -> own.addAll(handlers.getOrDefault(key, List.of())));
            if (own.stream().anyMatch(handler -> handler.role() == Handler.Role.MESSAGE)) {
                kinds.add(kind(node, group, own));
            }
        }
        boolean isOne = kinds.size() == 1;
        return isOne ? List.of(named(kinds.getFirst(), shown(node.name))) : kinds;
    }

    private Kind kind(ClassNode type, Set<String> group, List<Handler> handlers) {
        List<Method> methods = new ArrayList<>();
        String root = "";
        for (MethodNode method : type.methods) {
            if (group.contains(method.name + method.desc)) {
                methods.add(new Method(type, method));
                boolean isWritten = (method.access & Opcodes.ACC_SYNTHETIC) == 0 && !method.name.contains("$");
                root = root.isEmpty() && isWritten ? method.name : root;
            }
        }
        Framework framework = type.methods.stream()
                .flatMap(method -> reader.facts(new Method(type, method)).functions().stream())
                .map(FunctionKinds::framework)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(Framework.PEKKO_TYPED);
        return new Kind(
                shown(type.name) + '#' + root, type.name, framework, List.of(type.name), handlers, methods, true, null);
    }

    private static Kind named(Kind kind, String name) {
        return new Kind(
                name,
                kind.type(),
                kind.framework(),
                kind.code(),
                kind.handlers(),
                kind.methods(),
                kind.isFunctions(),
                kind.chosen());
    }

    /** A Scala object is known by its name without the dollar. */
    private static String shown(String type) {
        String name = type.replace('/', '.');
        return name.endsWith("$") ? name.substring(0, name.length() - 1) : name;
    }

    /** The handlers that each method of a class makes. */
    private Map<String, List<Handler>> handlers(ClassNode type) {
        Map<String, List<Handler>> handlers = new LinkedHashMap<>();
        for (MethodNode method : type.methods) {
            for (Facts.Function function :
                    reader.facts(new Method(type, method)).functions()) {
                if (framework(function) != null) {
                    handlers.computeIfAbsent(method.name + method.desc, any -> new ArrayList<>())
                            .addAll(handlers(function, files, reader));
                }
            }
        }
        return handlers;
    }

    /** Methods that are connected by calls and functions. */
    private List<Set<String>> groups(ClassNode type) {
        Map<String, Set<String>> near = new LinkedHashMap<>();
        for (MethodNode method : type.methods) {
            String key = method.name + method.desc;
            near.computeIfAbsent(key, any -> new TreeSet<>());
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof MethodInsnNode call
                        && call.owner.equals(type.name)
                        && !call.name.equals("<init>")) {
                    join(near, key, call.name + call.desc);
                }
            }
            for (Facts.Function function :
                    reader.facts(new Method(type, method)).functions()) {
                if (function.implementation().getOwner().equals(type.name)) {
                    join(
                            near,
                            key,
                            function.implementation().getName()
                                    + function.implementation().getDesc());
                }
            }
        }
        List<Set<String>> groups = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        for (String start : near.keySet()) {
            Set<String> group = new LinkedHashSet<>();
            Deque<String> open = new ArrayDeque<>(List.of(start));
            while (!open.isEmpty()) {
                String next = open.remove();
                if (seen.add(next)) {
                    group.add(next);
                    open.addAll(near.getOrDefault(next, Set.of()));
                }
            }
            groups.add(group);
        }
        return groups;
    }

    private static void join(Map<String, Set<String>> near, String one, String other) {
        near.computeIfAbsent(one, any -> new TreeSet<>()).add(other);
        near.computeIfAbsent(other, any -> new TreeSet<>()).add(one);
    }
}
