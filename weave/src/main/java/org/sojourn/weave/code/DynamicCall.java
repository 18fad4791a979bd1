package org.sojourn.weave.code;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/**
 * A call that is linked when it runs first.
 *
 * @param instruction as a class has it
 */
record DynamicCall(InvokeDynamicInsnNode instruction) implements Link {
    @Override
    public MethodHandle resolve(MethodHandles.Lookup own) throws Throwable {
        MethodType type = MethodType.fromMethodDescriptorString(
                instruction.desc, own.lookupClass().getClassLoader());
        CallSite site =
                (CallSite) bootstrapped(instruction.bsm, instruction.name, type, List.of(instruction.bsmArgs), own);
        return site.dynamicInvoker();
    }

    private static Object bootstrapped(
            Handle method, String name, Object type, List<Object> constants, MethodHandles.Lookup own)
            throws Throwable {
        List<Object> arguments = new ArrayList<>(List.of(own, name, type));
        for (Object each : constants) {
            arguments.add(constant(each, own));
        }
        return Member.of(method).resolve(own).invokeWithArguments(arguments);
    }

    private static Object constant(Object constant, MethodHandles.Lookup own) throws Throwable {
        ClassLoader loader = own.lookupClass().getClassLoader();
        return switch (constant) {
            case Type type
            when type.getSort() == Type.METHOD -> MethodType.fromMethodDescriptorString(type.getDescriptor(), loader);
            case Type type -> Member.type(type, loader);
            case Handle handle -> Member.of(handle).resolve(own);
            case ConstantDynamic dynamic -> constant(dynamic, own);
            default -> constant;
        };
    }

    private static Object constant(ConstantDynamic constant, MethodHandles.Lookup own) throws Throwable {
        List<Object> constants = new ArrayList<>();
        for (int i = 0; i < constant.getBootstrapMethodArgumentCount(); i++) {
            constants.add(constant.getBootstrapMethodArgument(i));
        }
        Class<?> type = Member.type(
                Type.getType(constant.getDescriptor()), own.lookupClass().getClassLoader());
        return bootstrapped(constant.getBootstrapMethod(), constant.getName(), type, constants, own);
    }
}
