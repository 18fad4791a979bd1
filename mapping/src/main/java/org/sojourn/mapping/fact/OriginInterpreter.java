package org.sojourn.mapping.fact;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.code.Dictionary;
import org.sojourn.mapping.code.Verb;
import org.sojourn.mapping.code.Verb.Facet;

/** Follows values through one method, from where they came about to where they are used. */
final class OriginInterpreter extends Interpreter<Value> {
    private static final Type OBJECT = Type.getObjectType("java/lang/Object");

    private final String owner;
    private final MethodNode method;
    private final InsnList code;
    private final ClassFiles files;
    private final Dictionary dictionary;

    OriginInterpreter(String owner, MethodNode method, ClassFiles files, Dictionary dictionary) {
        super(Opcodes.ASM9);
        this.owner = owner;
        this.method = method;
        this.code = method.instructions;
        this.files = files;
        this.dictionary = dictionary;
    }

    @Override
    public @Nullable Value newValue(@Nullable Type type) {
        return type == null ? Value.UNSET : type.getSort() == Type.VOID ? null : Value.of(type, Origin.COMPUTED);
    }

    @Override
    public Value newParameterValue(boolean isInstance, int local, Type type) {
        int number = isInstance ? 1 : 0;
        int slot = number;
        if (isInstance && local == 0) {
            return Value.of(type, Origin.parameter(0));
        }
        for (Type each : Type.getArgumentTypes(method.desc)) {
            if (slot >= local) {
                break;
            }
            slot += each.getSize();
            number++;
        }
        return Value.of(type, Origin.parameter(number));
    }

    @Override
    public Value newOperation(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return constant(Type.INT_TYPE, opcode - Opcodes.ICONST_0);
        }
        return switch (opcode) {
            case Opcodes.ACONST_NULL -> new Value(OBJECT, Set.of());
            case Opcodes.LCONST_0, Opcodes.LCONST_1 -> constant(Type.LONG_TYPE, opcode - Opcodes.LCONST_0);
            case Opcodes.FCONST_0, Opcodes.FCONST_1, Opcodes.FCONST_2 -> Value.of(Type.FLOAT_TYPE, Origin.COMPUTED);
            case Opcodes.DCONST_0, Opcodes.DCONST_1 -> Value.of(Type.DOUBLE_TYPE, Origin.COMPUTED);
            case Opcodes.BIPUSH, Opcodes.SIPUSH -> constant(Type.INT_TYPE, ((IntInsnNode) insn).operand);
            case Opcodes.LDC -> loaded(((LdcInsnNode) insn).cst);
            case Opcodes.GETSTATIC -> {
                FieldInsnNode field = (FieldInsnNode) insn;
                yield Value.of(
                        Type.getType(field.desc), new Origin(Origin.Kind.STATIC, field.owner + '.' + field.name));
            }
            case Opcodes.NEW -> {
                String type = ((TypeInsnNode) insn).desc;
                yield Value.of(Type.getObjectType(type), new Origin(Origin.Kind.NEW, type));
            }
            default -> Value.of(OBJECT, Origin.COMPUTED);
        };
    }

    private static Value constant(Type type, long number) {
        return Value.of(type, new Origin(Origin.Kind.CONSTANT, Long.toString(number)));
    }

    private static Value loaded(Object constant) {
        return switch (constant) {
            case Integer number -> constant(Type.INT_TYPE, number);
            case Long number -> constant(Type.LONG_TYPE, number);
            case Float ignored -> Value.of(Type.FLOAT_TYPE, Origin.COMPUTED);
            case Double ignored -> Value.of(Type.DOUBLE_TYPE, Origin.COMPUTED);
            case String text -> Value.of(Type.getType(String.class), new Origin(Origin.Kind.CONSTANT, text));
            case Type type
            when type.getSort() == Type.OBJECT ->
                Value.of(Type.getType(Class.class), new Origin(Origin.Kind.NEW, type.getInternalName()));
            default -> Value.of(OBJECT, Origin.COMPUTED);
        };
    }

    @Override
    public Value copyOperation(AbstractInsnNode insn, Value value) {
        return value;
    }

    @Override
    public @Nullable Value unaryOperation(AbstractInsnNode insn, Value value) {
        return switch (insn.getOpcode()) {
            case Opcodes.GETFIELD -> {
                FieldInsnNode field = (FieldInsnNode) insn;
                yield new Value(Type.getType(field.desc), component(value, field.owner, field.name));
            }
            case Opcodes.CHECKCAST -> value.as(Type.getObjectType(((TypeInsnNode) insn).desc));
            case Opcodes.INEG,
                    Opcodes.IINC,
                    Opcodes.ARRAYLENGTH,
                    Opcodes.INSTANCEOF,
                    Opcodes.L2I,
                    Opcodes.F2I,
                    Opcodes.D2I,
                    Opcodes.I2B,
                    Opcodes.I2C,
                    Opcodes.I2S -> Value.of(Type.INT_TYPE, Origin.COMPUTED);
            case Opcodes.LNEG, Opcodes.I2L, Opcodes.F2L, Opcodes.D2L -> Value.of(Type.LONG_TYPE, Origin.COMPUTED);
            case Opcodes.FNEG, Opcodes.I2F, Opcodes.L2F, Opcodes.D2F -> Value.of(Type.FLOAT_TYPE, Origin.COMPUTED);
            case Opcodes.DNEG, Opcodes.I2D, Opcodes.L2D, Opcodes.F2D -> Value.of(Type.DOUBLE_TYPE, Origin.COMPUTED);
            case Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> Value.of(Type.getType("[Ljava/lang/Object;"), Origin.COMPUTED);
            default -> null;
        };
    }

    /** A field of the object whose method this is, is that field; a field of anything else is a part of that as well. */
    private Set<Origin> component(Value base, String type, String field) {
        Origin itself = new Origin(Origin.Kind.FIELD, type + '.' + field);
        if (type.equals(owner) || files.isA(owner, type)) {
            return Set.of(itself);
        }
        return Value.union(base.origins(), Set.of(itself));
    }

    @Override
    public @Nullable Value binaryOperation(AbstractInsnNode insn, Value one, Value other) {
        int opcode = insn.getOpcode();
        if (opcode == Opcodes.AALOAD) {
            Type array = one.type();
            Type element = array != null && array.getSort() == Type.ARRAY && array.getDimensions() == 1
                    ? array.getElementType()
                    : OBJECT;
            return new Value(element, one.origins());
        }
        if (opcode == Opcodes.LALOAD || opcode == Opcodes.DALOAD) {
            return Value.of(opcode == Opcodes.LALOAD ? Type.LONG_TYPE : Type.DOUBLE_TYPE, Origin.COMPUTED);
        }
        if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            return Value.of(opcode == Opcodes.FALOAD ? Type.FLOAT_TYPE : Type.INT_TYPE, Origin.COMPUTED);
        }
        if (opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG) {
            return Value.of(Type.INT_TYPE, Origin.COMPUTED);
        }
        boolean isJump = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
        return isJump || opcode == Opcodes.PUTFIELD ? null : new Value(one.type(), Set.of(Origin.COMPUTED));
    }

    @Override
    public @Nullable Value ternaryOperation(AbstractInsnNode insn, Value array, Value index, Value value) {
        return null;
    }

    @Override
    public @Nullable Value naryOperation(AbstractInsnNode insn, List<? extends Value> arguments) {
        if (insn instanceof MultiANewArrayInsnNode array) {
            return Value.of(Type.getType(array.desc), Origin.COMPUTED);
        }
        int at = code.indexOf(insn);
        if (insn instanceof InvokeDynamicInsnNode dynamic) {
            Origin.Kind kind = implementation(dynamic) == null ? Origin.Kind.CALL : Origin.Kind.FUNCTION;
            return Value.of(Type.getReturnType(dynamic.desc), new Origin(kind, Integer.toString(at)));
        }
        MethodInsnNode call = (MethodInsnNode) insn;
        Type result = Type.getReturnType(call.desc);
        if (result.getSort() == Type.VOID) {
            return null;
        }
        return new Value(result, result(call, at, arguments));
    }

    /** The method that a lambda expression or method reference has been compiled to; null if it is no such instruction. */
    static @Nullable Handle implementation(InvokeDynamicInsnNode dynamic) {
        boolean isFunction = dynamic.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory");
        return isFunction && dynamic.bsmArgs.length > 2 && dynamic.bsmArgs[1] instanceof Handle handle ? handle : null;
    }

    private Set<Origin> result(MethodInsnNode call, int at, List<? extends Value> arguments) {
        Set<Origin> own = Set.of(Origin.call(at));
        Dictionary.Entry talk = dictionary.find(Facet.TALK, call.owner, call.name, call.desc, files);
        if (talk != null && talk.verb() == Verb.SENDER) {
            return Set.of(new Origin(Origin.Kind.SENDER, ""));
        }
        if (talk != null && talk.verb() == Verb.SELF) {
            return Set.of(new Origin(Origin.Kind.SELF, ""));
        }
        Set<Origin> all = new HashSet<>(own);
        if (talk != null && talk.verb() == Verb.SAME) {
            arguments.forEach(each -> all.addAll(each.origins()));
        } else if (talk == null && !arguments.isEmpty() && call.getOpcode() != Opcodes.INVOKESTATIC) {
            Set<Origin> field = accessed(call, arguments.getFirst());
            all.addAll(field.isEmpty() ? arguments.getFirst().origins() : field);
        }
        return Value.union(own, all);
    }

    /** What an accessor returns: the field that it reads. */
    private Set<Origin> accessed(MethodInsnNode call, Value receiver) {
        if (!call.desc.startsWith("()") || !files.isFollowed(call.owner)) {
            return Set.of();
        }
        ClassFiles.Method found = files.find(call.owner, call.name, call.desc);
        if (found == null || found.node().instructions.size() > 12) {
            return Set.of();
        }
        for (AbstractInsnNode each : found.node().instructions) {
            if (each.getOpcode() == Opcodes.GETFIELD) {
                FieldInsnNode field = (FieldInsnNode) each;
                return component(receiver, field.owner, field.name);
            }
        }
        return Set.of();
    }

    @Override
    public void returnOperation(AbstractInsnNode insn, Value value, Value expected) {}

    @Override
    public Value merge(Value one, Value other) {
        Value merged = one.or(other);
        return merged.equals(one) ? one : merged;
    }
}
