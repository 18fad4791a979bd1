package org.sojourn.mapping.kind;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.code.ClassFiles.Method;
import org.sojourn.mapping.fact.FactReader;
import org.sojourn.mapping.fact.Facts;

/** Finds the kinds among classes, and their handlers. */
public final class KindFinder {
    private static final String PARTIAL = "scala/runtime/AbstractPartialFunction";
    private static final String RUN_BY = "Lorg/sojourn/selectors/RunBy;";
    private static final String MASTER = "org/sojourn/selectors/work/Master";
    private static final String STRAND = "org/sojourn/strands/Strand";
    private static final String JOB = "org/sojourn/strands/Job";
    /** What a master calls for a message of its workers. */
    private static final Set<String> HOOKS = Set.of("result", "failed", "finished");

    private static final Set<String> STARTS = Set.of("preStart");
    private static final Set<String> ENDS = Set.of("postStop", "postExit", "preRestart", "postRestart");

    private final ClassFiles files;
    private final FactReader reader;
    private final ScalaMethods scala;

    /**
     * Makes a finder.
     *
     * @param files the classes
     * @param reader reads their methods
     */
    public KindFinder(ClassFiles files, FactReader reader) {
        this.files = files;
        this.reader = reader;
        this.scala = new ScalaMethods(files);
    }

    /**
     * Finds the kinds that a class holds.
     *
     * @param name its internal name
     * @return itself, the behaviours that its methods build, or none
     */
    public List<Kind> in(String name) {
        Kind kind = of(name);
        return kind != null ? List.of(kind) : new FunctionKinds(files, reader, name).all();
    }

    /**
     * Looks at one class.
     *
     * @param name its internal name
     * @return the kind that it is, or null
     */
    public @Nullable Kind of(String name) {
        Framework framework = files.isAbstract(name) ? null : Framework.of(name, files);
        ClassNode node = framework == null ? null : files.read(name);
        return node == null || framework == null ? null : of(node, framework);
    }

    /** A kind whose handlers weren't recognised has one of which nothing is known. */
    private Kind of(ClassNode node, Framework framework) {
        List<String> code = files.ancestors(node.name).stream()
                .filter(each -> !framework.isBase(each) && files.isFollowed(each))
                .toList();
        Map<String, Method> own = own(code);
        List<Handler> handlers = new ArrayList<>();
        for (Method method : own.values()) {
            add(method, framework, handlers);
        }
        if (handlers.stream().noneMatch(handler -> handler.role() == Handler.Role.MESSAGE)) {
            own.values().stream()
                    .findFirst()
                    .ifPresent(
                            any -> handlers.add(new Handler(Handler.ANY, Handler.Role.MESSAGE, any, Facts.NONE, -1)));
        }
        return new Kind(
                node.name.replace('/', '.'),
                node.name,
                framework,
                code,
                handlers,
                List.copyOf(own.values()),
                false,
                chosen(code));
    }

    /** All methods that objects of a class may run, overridden ones left out. */
    private Map<String, Method> own(List<String> code) {
        Map<String, Method> own = new LinkedHashMap<>();
        for (String each : code) {
            ClassNode node = files.read(each);
            if (node != null) {
                for (MethodNode method : node.methods) {
                    boolean isHidden = (method.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) != 0;
                    String key = (isHidden || method.name.equals("<init>") ? each : "") + method.name + method.desc;
                    if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_BRIDGE)) == 0) {
                        own.putIfAbsent(key, scala.forwarded(new Method(node, method), code));
                    }
                }
            }
        }
        return own;
    }

    private void add(Method method, Framework framework, List<Handler> handlers) {
        MethodNode node = method.node();
        boolean isMaster = files.isA(method.type().name, MASTER);
        int message = isMaster && node.name.equals("message") ? 1 : message(node, framework);
        if (message > 0) {
            addArms(method, message, Handler.Role.MESSAGE, handlers);
        } else if (isMaster && HOOKS.contains(node.name) || isCourse(method)) {
            handlers.add(new Handler(node.name, Handler.Role.MESSAGE, method, reader.facts(method), -1));
        } else if (STARTS.contains(node.name) && node.desc.equals("()V")) {
            handlers.add(new Handler(node.name, Handler.Role.START, method, reader.facts(method), -1));
        } else if (ENDS.contains(node.name)) {
            handlers.add(new Handler(node.name, Handler.Role.END, method, reader.facts(method), -1));
        } else {
            reader.facts(method).functions().forEach(function -> addFunction(function, framework, handlers));
            addPartialFunctions(method, handlers);
            if (scala.receivesByOthers(method)) {
                handlers.add(new Handler(Handler.ANY, Handler.Role.MESSAGE, method, Facts.NONE, -1));
            }
        }
    }

    /** A strand takes its messages, and all else, in one method. */
    private boolean isCourse(Method method) {
        boolean isRun = method.node().name.equals("run") && method.node().desc.equals("()V");
        boolean isCall = method.node().name.equals("call")
                && method.node().desc.startsWith("()")
                && (method.node().access & Opcodes.ACC_BRIDGE) == 0;
        return isRun && files.isA(method.type().name, STRAND) || isCall && files.isA(method.type().name, JOB);
    }

    /** Which parameter of a method is the message; -1 if it takes none. */
    private static int message(MethodNode node, Framework framework) {
        int count = Type.getArgumentCount(node.desc);
        boolean isStatic = (node.access & Opcodes.ACC_STATIC) != 0;
        if (isStatic) {
            return -1;
        }
        boolean isMessage = switch (framework) {
            case SOJOURN -> node.name.equals("process") && count == 1 && node.desc.endsWith(")V");
            case PEKKO, AKKA -> node.name.equals("onReceive") && count == 1;
            case PEKKO_TYPED, AKKA_TYPED ->
                (node.name.equals("onMessage") && count == 1) || (node.name.equals("receive") && count == 2);
        };
        return isMessage ? count : -1;
    }

    private void addArms(Method method, int message, Handler.Role role, List<Handler> handlers) {
        reader.arms(method, message)
                .forEach((label, facts) -> handlers.add(new Handler(label, role, method, facts, message)));
    }

    /** A function that the framework calls for messages: an argument of a builder, or a behaviour to become. */
    private void addFunction(Facts.Function function, Framework framework, List<Handler> handlers) {
        boolean isClassic = function.type().startsWith(framework.prefix() + "japi/pf/FI$")
                && !function.type().endsWith("Predicate");
        if (function.type().equals("org/sojourn/selectors/Behaviour")) {
            Method found = implementation(function);
            if (found != null) {
                addArms(found, last(found), Handler.Role.MESSAGE, handlers);
            }
        } else if (isClassic || FunctionKinds.isBehaviour(function, framework)) {
            FunctionKinds.handlers(function, files, reader).stream()
                    .filter(handler -> !handlers.contains(handler))
                    .forEach(handlers::add);
        }
    }

    private @Nullable Method implementation(Facts.Function function) {
        return files.find(
                function.implementation().getOwner(),
                function.implementation().getName(),
                function.implementation().getDesc());
    }

    /** The number of a method's last parameter. */
    static int last(Method method) {
        int count = Type.getArgumentCount(method.node().desc);
        return (method.node().access & Opcodes.ACC_STATIC) != 0 ? count - 1 : count;
    }

    /** Scala compiles each partial function to a class; those that take any object and return nothing are what receives. */
    private void addPartialFunctions(Method method, List<Handler> handlers) {
        boolean isReturned =
                Type.getReturnType(method.node().desc).getDescriptor().equals("Lscala/PartialFunction;");
        Set<String> seen = new HashSet<>();
        for (AbstractInsnNode insn : method.node().instructions) {
            if (insn.getOpcode() == Opcodes.NEW && seen.add(((TypeInsnNode) insn).desc)) {
                ClassNode made = files.read(((TypeInsnNode) insn).desc);
                if (made != null && PARTIAL.equals(made.superName) && (isReturned || receives(made))) {
                    Method apply = files.find(
                            made.name, "applyOrElse", "(Ljava/lang/Object;Lscala/Function1;)Ljava/lang/Object;");
                    if (apply != null) {
                        Handler.Role role =
                                method.node().name.equals("onSignal") ? Handler.Role.END : Handler.Role.MESSAGE;
                        addArms(apply, 1, role, handlers);
                    }
                }
            }
        }
    }

    private static boolean receives(ClassNode made) {
        String signature = made.signature == null ? "" : made.signature;
        return signature.contains("<Ljava/lang/Object;Lscala/runtime/BoxedUnit;>")
                || signature.contains("FSM$State")
                || signature.contains("actor/typed/Behavior");
    }

    /** The policy that an annotation names, on the class or the nearest superclass that has one. */
    private @Nullable String chosen(List<String> code) {
        for (String each : code) {
            ClassNode node = files.read(each);
            if (node != null && node.visibleAnnotations != null) {
                for (AnnotationNode annotation : node.visibleAnnotations) {
                    if (annotation.desc.equals(RUN_BY) && annotation.values.get(1) instanceof String[] value) {
                        return value[1];
                    }
                }
            }
        }
        return null;
    }
}
