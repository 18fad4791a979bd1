package org.sojourn.threads.judge;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Where code asks whether two objects are the same one, which is another matter for copies.
 *
 * <p>By {@code ==} it may ask that of a constant of an enum or a class, of which each place has one that stands for all. And {@code equals} may begin
 * with it: two objects that are the same one are equal, and so are their copies.
 *
 * <p>A class without an {@code equals} of its own asks it wherever its objects are compared, by the collections of the platform, too. Copies of
 * one object are one object at each place, and come back as what they were, so that is no matter; except where each place makes one for itself:
 * a constant of such a class is another object than the copy of its like that has come.
 */
final class Sameness {
    private static final String EQUALS = "equals(Ljava/lang/Object;)Z";

    private final Program program;
    private final Fixed fixed;

    /** By static field, a method that asks whether an object is what is there. */
    private volatile @Nullable Map<String, MethodName> compared;

    Sameness(Program program, Fixed fixed) {
        this.program = program;
        this.fixed = fixed;
    }

    // ---- by == ------------------------------------------------------------------------------------------------------

    /** A comparison by {@code ==} that may come to something else for copies; null if there is none. */
    @Nullable
    AbstractInsnNode asks(MethodName name, MethodNode method) {
        Map<AbstractInsnNode, Frame<SourceValue>> comparisons = comparisons(name, method);
        boolean isEquals = name.name().equals(EQUALS);
        for (AbstractInsnNode each : method.instructions) {
            Frame<SourceValue> frame = comparisons.get(each);
            if (frame == null) {
                continue; // it is none, or is never reached
            }
            SourceValue second = frame.getStack(frame.getStackSize() - 1);
            SourceValue first = frame.getStack(frame.getStackSize() - 2);
            boolean isBeginning = isEquals && isArgument(first) && isArgument(second);
            if (!isBeginning && !isConstant(first) && !isConstant(second)) {
                return each;
            }
        }
        return null;
    }

    /**
     * Where the program's code asks whether an object is the one of a static field. A copy of that which comes back isn't, even if code elsewhere has
     * read the field.
     *
     * @param field its class and name
     * @return one method that does; null if there is none
     */
    @Nullable
    MethodName asksOf(String field) {
        Map<String, MethodName> known = compared;
        if (known == null) {
            known = new HashMap<>();
            for (ClassNode type : program.all()) {
                for (MethodNode method : type.methods) {
                    look(new MethodName(type.name, method.name + method.desc), method, known);
                }
            }
            compared = known;
        }
        return known.get(field);
    }

    private void look(MethodName name, MethodNode method, Map<String, MethodName> to) {
        comparisons(name, method).forEach((each, frame) -> {
            for (int i = 1; i <= 2; i++) {
                for (AbstractInsnNode from : frame.getStack(frame.getStackSize() - i).insns) {
                    if (from instanceof FieldInsnNode field && field.getOpcode() == Opcodes.GETSTATIC) {
                        Program.Field found = program.field(field.owner, field.name, field.desc);
                        String owner = found == null ? field.owner : found.owner();
                        to.putIfAbsent(owner + "." + field.name, name);
                    }
                }
            }
        });
    }

    private static boolean isComparison(AbstractInsnNode node) {
        return node.getOpcode() == Opcodes.IF_ACMPEQ || node.getOpcode() == Opcodes.IF_ACMPNE;
    }

    /** All of a method that are reached, with where what they compare comes from. */
    private static Map<AbstractInsnNode, Frame<SourceValue>> comparisons(MethodName name, MethodNode method) {
        Map<AbstractInsnNode, Frame<SourceValue>> all = new HashMap<>();
        @Nullable Frame<SourceValue> @Nullable [] frames = null;
        for (int i = 0; i < method.instructions.size(); i++) {
            AbstractInsnNode each = method.instructions.get(i);
            if (isComparison(each)) {
                frames = frames == null ? followed(name, method) : frames;
                Frame<SourceValue> frame = frames[i];
                if (frame != null) {
                    all.put(each, frame);
                }
            }
        }
        return all;
    }

    private static @Nullable Frame<SourceValue>[] followed(MethodName name, MethodNode method) {
        try {
            return new Analyzer<>(new SourceInterpreter()).analyze(name.owner(), method);
        } catch (AnalyzerException e) {
            throw new IllegalStateException(name + " can't be followed: " + e.getMessage(), e);
        }
    }

    private static boolean isArgument(SourceValue value) {
        return value.insns.stream()
                        .allMatch(each -> each instanceof VarInsnNode local
                                && local.getOpcode() == Opcodes.ALOAD
                                && local.var <= 1)
                && !value.insns.isEmpty();
    }

    /** Whether a value is a constant of an enum or a class, whichever way it has come. */
    private boolean isConstant(SourceValue value) {
        return !value.insns.isEmpty() && value.insns.stream().allMatch(this::isConstant);
    }

    private boolean isConstant(AbstractInsnNode node) {
        if (node instanceof MethodInsnNode call) {
            return call.name.equals("getClass") && call.desc.equals("()Ljava/lang/Class;");
        }
        return node instanceof FieldInsnNode field
                && field.getOpcode() == Opcodes.GETSTATIC
                && program.has(field.owner)
                && program.isEnum(field.owner)
                && field.desc.equals("L" + field.owner + ";");
    }

    // ---- by equals --------------------------------------------------------------------------------------------------

    /** {@return why a constant of a type may be told from copies of such; empty if it can't} */
    String flawOfConstant(Type type) {
        Set<String> classes = new TreeSet<>(fixed.classes(type));
        for (String each : classes) {
            if (!program.isAbstract(each) && !program.isEnum(each) && isComparedByIdentity(each)) {
                return "of " + each.replace('/', '.') + ", which has no equals that compares what its objects are";
            }
        }
        return "";
    }

    private boolean isComparedByIdentity(String name) {
        MethodName own = program.resolve(name, EQUALS);
        MethodNode method = own == null ? null : program.method(own);
        if (method == null) {
            return program.platformAbove(name).equals("java/lang/Object");
        }
        boolean compares = false;
        boolean looks = false;
        for (AbstractInsnNode each : method.instructions) {
            compares |= isComparison(each);
            if (each instanceof MethodInsnNode call
                    && call.owner.equals("java/lang/Object")
                    && call.name.equals("equals")
                    && call.getOpcode() == Opcodes.INVOKESPECIAL) {
                return true;
            }
            looks |= each instanceof FieldInsnNode
                    || each instanceof MethodInsnNode
                    || each instanceof InvokeDynamicInsnNode
                    || each instanceof TypeInsnNode;
        }
        return compares && !looks;
    }
}
