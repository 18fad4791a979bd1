package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.sojourn.weave.frame.Woven;

/**
 * A class, as it was compiled, and what becomes of it: its own methods, which frames can leave, or the twins, into which they come back. Each
 * is made from the same class file in the same way, so the numbers of methods and calls mean the same in both.
 */
public final class ClassPlan {
    private static final String WOVEN = Type.getDescriptor(Woven.class);

    /** The first version whose classes have stack maps for sure. */
    private static final int LEAST = Opcodes.V1_7;

    /** The first version in which final fields are set by constructors only. */
    private static final int STRICT = Opcodes.V9;

    /** The first version with nests. */
    private static final int NESTS = Opcodes.V11;

    private static final int MAJOR = 0xFFFF;

    /** Bytes of a woven method's code from which on its twin may be larger than a method may be. */
    private static final int LARGE = 16_000;

    private final byte[] original;
    private final Scope scope;
    private final ClassNode node = new ClassNode();
    private final Map<Integer, MethodPlan> plans = new TreeMap<>();
    private final List<Flaw> flaws = new ArrayList<>();

    /**
     * A method, or a class, that isn't woven.
     *
     * @param method its name and descriptor; empty for a class
     * @param line of the source; 0 if that isn't known
     * @param reason a sentence without a full stop
     */
    public record Flaw(String method, int line, String reason) {}

    /**
     * Of a class.
     *
     * @param original its class file
     * @param scope what is woven
     * @param leftOut which methods aren't woven, whatever is found, by name and descriptor
     */
    private ClassPlan(byte[] original, Scope scope, Predicate<String> leftOut) {
        this.original = original;
        this.scope = scope;
        new ClassReader(original).accept(node, ClassReader.EXPAND_FRAMES);
        Flaw reason = reasonAgainst();
        if (reason != null) {
            flaws.add(reason);
            return;
        }
        for (int i = 0; i < node.methods.size(); i++) {
            MethodNode method = node.methods.get(i);
            if (!Weavable.is(method) || leftOut.test(method.name + method.desc)) {
                continue;
            }
            try {
                MethodPlan plan = MethodPlan.of(node.name, method, scope);
                if (!plan.sites().isEmpty()) {
                    plans.put(i, plan);
                }
            } catch (Refused e) {
                flaws.add(new Flaw(method.name + method.desc, e.line(), e.reason()));
                node.methods.set(i, unchanged(i));
            }
        }
    }

    private @Nullable Flaw reasonAgainst() {
        if ((node.version & MAJOR) < LEAST) {
            return new Flaw(
                    "",
                    0,
                    "it was compiled for Java 6 or earlier, and needn't have stack maps; compile it for a later one");
        }
        if (node.visibleAnnotations != null
                && node.visibleAnnotations.stream().anyMatch(each -> each.desc.equals(WOVEN))) {
            return new Flaw("", 0, "it is woven already");
        }
        return (node.version & MAJOR) < STRICT ? setterOfFinal() : null;
    }

    /** Up to Java 8 a class might set its final fields anywhere; in a class file of a later version, as a woven one is, it may not. */
    private @Nullable Flaw setterOfFinal() {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode each : method.instructions) {
                boolean isMisplaced = each.getOpcode() == Opcodes.PUTFIELD && !method.name.equals("<init>")
                        || each.getOpcode() == Opcodes.PUTSTATIC && !method.name.equals("<clinit>");
                if (isMisplaced && each instanceof FieldInsnNode field && isOwnFinal(field)) {
                    String reason = "its method " + method.name + " sets the final field " + field.name
                            + ", which only constructors and initialisers may in class files for Java 9 and later";
                    return new Flaw("", new Refused(reason, each).line(), reason);
                }
            }
        }
        return null;
    }

    private boolean isOwnFinal(FieldInsnNode field) {
        return field.owner.equals(node.name)
                && node.fields.stream()
                        .anyMatch(each -> each.name.equals(field.name)
                                && each.desc.equals(field.desc)
                                && (each.access & Opcodes.ACC_FINAL) != 0);
    }

    private MethodNode unchanged(int number) {
        ClassNode again = new ClassNode();
        new ClassReader(original).accept(again, ClassReader.EXPAND_FRAMES);
        return again.methods.get(number);
    }

    /**
     * The class, woven.
     *
     * @param original its class file
     * @param scope what is woven
     * @param release see {@link Woven#release()}
     */
    public static Body body(byte[] original, Scope scope, int release) {
        Map<String, Integer> tooLarge = new TreeMap<>();
        while (true) {
            ClassPlan plan = new ClassPlan(original, scope, tooLarge::containsKey);
            try {
                byte[] woven = plan.writeBody(release);
                if (plan.mayHaveLargeTwins()) {
                    new ClassPlan(original, scope, tooLarge::containsKey).writeTwin(Reach.UNKNOWN);
                }
                List<Flaw> flaws = new ArrayList<>(plan.flaws);
                tooLarge.forEach((each, size) -> flaws.add(new Flaw(each, 0, tooLarge(size))));
                return new Body(plan.node.name, woven, plan.plans.size(), flaws);
            } catch (MethodTooLargeException e) {
                String name = plan.nameOf(e);
                if (name.isEmpty()) {
                    String reason =
                            "its method " + e.getMethodName() + " is so near to 64 KiB that it can't be written anew";
                    return new Body(plan.node.name, plan.withTwinsOfNest(), 0, List.of(new Flaw("", 0, reason)));
                }
                tooLarge.put(name, e.getCodeSize());
            }
        }
    }

    private static String tooLarge(int size) {
        return "divide it: with the code for leaving, which saves each variable at each call, its " + size
                + " bytes would be larger than a method may be";
    }

    /**
     * The class as it is, but that it lets the twins of its nested classes into its nest, which may be woven all the same. Its methods are copied, not written
     * anew.
     */
    private byte[] withTwinsOfNest() {
        if (node.nestMembers == null) {
            return original;
        }
        ClassReader reader = new ClassReader(original);
        ClassWriter copy = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, copy) {
                    @Override
                    public void visitNestMember(String member) {
                        super.visitNestMember(member);
                        super.visitNestMember(Names.twin(member));
                    }
                },
                0);
        return copy.toByteArray();
    }

    private boolean mayHaveLargeTwins() {
        return plans.values().stream().anyMatch(each -> CodeSize.of(each.method()) > LARGE);
    }

    private String nameOf(MethodTooLargeException e) {
        for (Map.Entry<Integer, MethodPlan> each : plans.entrySet()) {
            MethodNode method = each.getValue().method();
            if (e.getMethodName().equals(method.name) && e.getDescriptor().equals(method.desc)
                    || e.getMethodName().equals(twinName(each.getKey(), method.name))) {
                return method.name + method.desc;
            }
        }
        return ""; // that of one which isn't woven
    }

    /**
     * A woven class.
     *
     * @param name its internal name
     * @param classFile what it has become; the original if there was nothing to do
     * @param methods how many of its methods frames can leave
     * @param flaws what isn't woven
     */
    public record Body(String name, byte[] classFile, int methods, List<Flaw> flaws) {}

    private byte[] writeBody(int release) {
        boolean isHost = node.nestHostClass == null
                && !flaws.stream().anyMatch(each -> each.method().isEmpty());
        if (plans.isEmpty() && (!isHost || node.nestMembers == null)) {
            return original;
        }
        plans.forEach((number, plan) -> {
            SiteWriter writer = new SiteWriter(plan, node.name, number);
            List<Site> sites = plan.sites();
            for (int i = 0; i < sites.size(); i++) {
                writer.write(i, sites.get(i), Type.getReturnType(plan.method().desc));
            }
        });
        node.version = Math.max(node.version & MAJOR, NESTS) | node.version & ~MAJOR;
        if (isHost) {
            List<String> members = node.nestMembers == null ? new ArrayList<>() : new ArrayList<>(node.nestMembers);
            List.copyOf(members).forEach(each -> members.add(Names.twin(each)));
            members.add(Names.twin(node.name));
            node.nestMembers = members;
        }
        if (!plans.isEmpty()) {
            mark(release);
            node.methods.add(lookup());
        }
        for (MethodNode each : node.methods) {
            CodeSize.require(node.name, each);
        }
        return written(node);
    }

    private void mark(int release) {
        AnnotationNode mark = new AnnotationNode(WOVEN);
        mark.values = List.of("packages", scope.packages(), "release", release);
        List<AnnotationNode> all = new ArrayList<>();
        if (node.visibleAnnotations != null) {
            all.addAll(node.visibleAnnotations);
        }
        all.add(mark);
        node.visibleAnnotations = all;
    }

    private static MethodNode lookup() {
        MethodNode method = new MethodNode(
                Opcodes.ASM9,
                Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                Names.LOOKUP,
                Names.LOOKUP_DESCRIPTOR,
                null,
                null);
        method.instructions.add(new MethodInsnNode(
                Opcodes.INVOKESTATIC, "java/lang/invoke/MethodHandles", "lookup", Names.LOOKUP_DESCRIPTOR, false));
        method.instructions.add(new InsnNode(Opcodes.ARETURN));
        return method;
    }

    private static byte[] written(ClassNode node) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.setComputeLimits(
                Integer.MAX_VALUE, Long.MAX_VALUE); // a method with long jumps takes more than the usual ones
        node.accept(writer);
        return writer.toByteArray();
    }

    /**
     * The twins of its methods.
     *
     * @param original the class file
     * @param scope what is woven
     * @param reach what twins may use
     * @param woven which methods were, by name and descriptor
     */
    public static Twin twin(byte[] original, Scope scope, Reach reach, Set<String> woven) {
        ClassPlan plan = new ClassPlan(original, scope, each -> !woven.contains(each));
        Map<Integer, TwinMethod> methods = new TreeMap<>();
        plan.plans.forEach((number, each) ->
                methods.put(number, TwinMethod.of(twinName(number, each.method().name), each, plan.node.name, number)));
        Twins twins = plan.writeTwin(reach);
        return new Twin(twins.classFile(), methods, twins.links(), twins.calls());
    }

    /**
     * The class of twins.
     *
     * @param classFile its class file
     * @param methods by number
     * @param links what call sites of twins lead to, by number
     * @param calls the numbers of the calls that each twin has, by its name and descriptor
     */
    public record Twin(
            byte[] classFile, Map<Integer, TwinMethod> methods, List<Link> links, Map<String, List<Integer>> calls) {}

    private record Twins(byte[] classFile, List<Link> links, Map<String, List<Integer>> calls) {}

    private static String twinName(int number, String name) {
        return name + "$" + number;
    }

    private Twins writeTwin(Reach reach) {
        ClassNode twin = new ClassNode();
        twin.version = Math.max(node.version & MAJOR, NESTS) | node.version & ~MAJOR;
        twin.access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        twin.name = Names.twin(node.name);
        twin.superName = "java/lang/Object";
        twin.sourceFile = node.sourceFile;
        twin.nestHostClass = node.nestHostClass == null ? node.name : node.nestHostClass;
        TwinLinks links = new TwinLinks(node, reach);
        Map<String, List<Integer>> calls = new HashMap<>();
        plans.forEach((number, plan) -> {
            TwinWriter writer = new TwinWriter(plan, node.name, number, links);
            MethodNode method = writer.write(twinName(number, plan.method().name));
            twin.methods.add(method);
            calls.put(method.name + method.desc, writer.calls());
        });
        links.complete(twin);
        for (MethodNode each : twin.methods) {
            CodeSize.require(twin.name, each);
        }
        return new Twins(written(twin), links.links(), calls);
    }
}
