package org.sojourn.threads.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Where code sees hash codes, and which of them may be other ones at each place: those of enums, of classes that have no {@code hashCode} of
 * their own, and what is computed of such.
 *
 * <p>The platform's maps and sets see hash codes, too, but are put together anew where they arrive. So a {@code hashCode} may be computed of
 * anything, as long as only the platform calls it, and it doesn't keep what it has come to.
 */
final class Hashes {
    private static final String HASH = "hashCode()I";
    private static final Type ANYTHING = Type.getObjectType("java/lang/Object");
    /** The type of null, as ASM names it. */
    private static final String NO_TYPE = "null";

    private final Program program;
    private final Map<MethodName, List<Seen>> known = new ConcurrentHashMap<>();

    Hashes(Program program) {
        this.program = program;
    }

    /**
     * A hash code is seen.
     *
     * @param in where
     * @param of the types of what it is computed of
     */
    record Seen(MethodName in, AbstractInsnNode at, Collection<Type> of) {}

    /** Those that code sees besides what it comes to, if that is one itself. */
    List<Seen> seen(MethodName name, MethodNode method) {
        return name.name().equals(HASH) && !sets(method) ? List.of() : all(name, method);
    }

    private static boolean sets(MethodNode method) {
        for (AbstractInsnNode each : method.instructions) {
            if (each.getOpcode() == Opcodes.PUTFIELD || each.getOpcode() == Opcodes.PUTSTATIC) {
                return true;
            }
        }
        return false;
    }

    private List<Seen> all(MethodName name, MethodNode method) {
        return known.computeIfAbsent(name, its -> look(its, method));
    }

    private static List<Seen> look(MethodName name, MethodNode method) {
        List<Seen> all = new ArrayList<>();
        List<@Nullable Frame<BasicValue>> frames = null;
        for (int i = 0; i < method.instructions.size(); i++) {
            AbstractInsnNode each = method.instructions.get(i);
            if (each instanceof MethodInsnNode call && isHash(call.name, call.desc)) {
                frames = frames == null ? followed(name, method) : frames;
                Frame<BasicValue> frame = frames.isEmpty() ? null : frames.get(i);
                all.add(new Seen(name, each, hashed(call, frame)));
            } else if (each instanceof InvokeDynamicInsnNode dynamic) {
                all.add(new Seen(name, each, hashed(dynamic)));
            }
        }
        return all;
    }

    /** Of numbers no other ones are computed anywhere. */
    private static boolean isHash(String name, String descriptor) {
        return name.equals("hashCode") && descriptor.equals("()I")
                || Set.of("hash", "hashCode", "deepHashCode").contains(name)
                        && (descriptor.equals("(Ljava/lang/Object;)I") || descriptor.equals("([Ljava/lang/Object;)I"));
    }

    private static Collection<Type> hashed(MethodInsnNode call, @Nullable Frame<BasicValue> frame) {
        if (call.desc.equals("()I")) {
            return List.of(Type.getObjectType(call.owner));
        }
        if (!call.owner.startsWith("java/util/")) {
            return List.of(); // the program's own, whose code is looked at
        }
        BasicValue given = frame == null ? null : frame.getStack(frame.getStackSize() - 1);
        Type type = given == null || given.getType() == null ? ANYTHING : given.getType();
        if (call.desc.startsWith("(L")) {
            return List.of(type);
        }
        Collection<Type> elements =
                given instanceof Made made ? made.of : List.of(type.getSort() == Type.ARRAY ? element(type) : ANYTHING);
        return call.name.equals("deepHashCode")
                ? elements.stream().map(Hashes::innermost).toList()
                : elements;
    }

    private static Type innermost(Type type) {
        return type.getSort() == Type.ARRAY ? type.getElementType() : type;
    }

    private static Type element(Type array) {
        return Type.getType(array.getDescriptor().substring(1));
    }

    private static Collection<Type> hashed(InvokeDynamicInsnNode dynamic) {
        List<Type> all = new ArrayList<>();
        boolean isOfRecord =
                dynamic.bsm.getOwner().equals("java/lang/runtime/ObjectMethods") && dynamic.name.equals("hashCode");
        for (Object each : dynamic.bsmArgs) {
            if (each instanceof Handle handle) {
                if (isOfRecord) {
                    all.add(Type.getType(handle.getDesc()));
                } else if (isHash(handle.getName(), handle.getDesc())) {
                    boolean isOfOwner = handle.getDesc().equals("()I");
                    all.add(isOfOwner ? Type.getObjectType(handle.getOwner()) : ANYTHING);
                }
            }
        }
        return all;
    }

    // ---- types ------------------------------------------------------------------------------------------------------

    /** {@return a type of something hashed here whose hash code may be another one at each place; empty if there is none} */
    String flaw(Seen seen, Set<String> objects) {
        Set<String> open = new HashSet<>();
        for (Type each : seen.of()) {
            String flaw = flaw(each, objects, open);
            if (!flaw.isEmpty()) {
                return flaw;
            }
        }
        return "";
    }

    private String flaw(Type type, Set<String> objects, Set<String> open) {
        return switch (type.getSort()) {
            case Type.ARRAY -> "an array";
            case Type.OBJECT -> flaw(type.getInternalName(), objects, open);
            default -> "";
        };
    }

    private String flaw(String name, Set<String> objects, Set<String> open) {
        if (name.equals(NO_TYPE) || Fixed.isValue(name)) {
            return "";
        }
        if (!program.has(name)) {
            return Platform.isHashedByIdentity(name)
                    ? name.replace('/', '.')
                    : flawOfObjects(new TreeSet<>(objects), objects, open);
        }
        return flawOfObjects(new TreeSet<>(program.below(name)), objects, open);
    }

    private String flawOfObjects(Set<String> classes, Set<String> objects, Set<String> open) {
        for (String each : classes) {
            String flaw = program.isAbstract(each) || !open.add(each) ? "" : flawOfClass(each, objects, open);
            if (!flaw.isEmpty()) {
                return flaw;
            }
        }
        return "";
    }

    private String flawOfClass(String name, Set<String> objects, Set<String> open) {
        MethodName own = program.resolve(name, HASH);
        MethodNode method = own == null ? null : program.method(own);
        if (own == null || method == null) {
            String above = program.platformAbove(name);
            return Fixed.ROOTS.contains(above) ? name.replace('/', '.') : flaw(above, objects, open);
        }
        for (Seen each : all(own, method)) {
            for (Type of : each.of()) {
                String flaw = flaw(of, objects, open);
                if (!flaw.isEmpty()) {
                    return flaw;
                }
            }
        }
        return "";
    }

    // ---- values -----------------------------------------------------------------------------------------------------

    /** What the values are at each instruction; empty if that isn't known. */
    private static List<@Nullable Frame<BasicValue>> followed(MethodName name, MethodNode method) {
        try {
            return Arrays.asList(new Analyzer<>(new Types()).analyze(name.owner(), method));
        } catch (AnalyzerException e) {
            return List.of();
        }
    }

    /** An array that is about to be given to a method, with what was put into it. */
    private static final class Made extends BasicValue {
        final Set<Type> of = new HashSet<>();

        Made(Type type) {
            super(type);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /** Follows of which types values are. */
    private static final class Types extends BasicInterpreter {
        private final Map<AbstractInsnNode, Made> made = new HashMap<>();

        Types() {
            super(ASM9);
        }

        @Override
        public @Nullable BasicValue newValue(@Nullable Type type) {
            boolean isReference = type != null && type.getSort() >= Type.ARRAY;
            return isReference ? new BasicValue(type) : super.newValue(type);
        }

        @Override
        public @Nullable BasicValue copyOperation(AbstractInsnNode at, BasicValue value) {
            boolean isOnStack = at.getOpcode() != Opcodes.ALOAD && at.getOpcode() != Opcodes.ASTORE;
            return isOnStack || !(value instanceof Made) ? value : newValue(value.getType()); // others may fill it
        }

        @Override
        public @Nullable BasicValue unaryOperation(AbstractInsnNode at, BasicValue value) throws AnalyzerException {
            BasicValue found = super.unaryOperation(at, value);
            return at.getOpcode() == Opcodes.ANEWARRAY && found != null
                    ? made.computeIfAbsent(at, any -> new Made(found.getType()))
                    : found;
        }

        @Override
        public @Nullable BasicValue binaryOperation(AbstractInsnNode at, BasicValue first, BasicValue second)
                throws AnalyzerException {
            Type type = first.getType();
            boolean isElement = at.getOpcode() == Opcodes.AALOAD && type != null && type.getSort() == Type.ARRAY;
            return isElement ? newValue(element(type)) : super.binaryOperation(at, first, second);
        }

        @Override
        public @Nullable BasicValue ternaryOperation(
                AbstractInsnNode at, BasicValue array, BasicValue index, BasicValue value) throws AnalyzerException {
            if (array instanceof Made its) {
                its.of.add(value.getType() == null ? ANYTHING : value.getType());
            }
            return super.ternaryOperation(at, array, index, value);
        }

        @Override
        public BasicValue merge(BasicValue one, BasicValue other) {
            if (one.equals(other) || !one.isReference() || !other.isReference()) {
                return super.merge(one, other);
            }
            return isNull(one) ? other : isNull(other) ? one : BasicValue.REFERENCE_VALUE;
        }

        private static boolean isNull(BasicValue value) {
            return value.getType().getInternalName().equals(NO_TYPE);
        }
    }
}
