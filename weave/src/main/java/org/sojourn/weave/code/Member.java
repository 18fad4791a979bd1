package org.sojourn.weave.code;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A member of a class, and what is done with it. Types are found without a question whether they may be named, as instructions do it.
 *
 * @param tag what is done, as class files number it
 * @param owner the class that the instruction names, by internal name
 * @param name of the member
 * @param descriptor of the member
 */
record Member(int tag, String owner, String name, String descriptor) implements Link {
    static Member of(Handle handle) {
        return new Member(handle.getTag(), handle.getOwner(), handle.getName(), handle.getDesc());
    }

    @Override
    public MethodHandle resolve(MethodHandles.Lookup own) throws ReflectiveOperationException {
        ClassLoader loader = own.lookupClass().getClassLoader();
        Class<?> of = type(Type.getObjectType(owner), loader);
        if (tag <= Opcodes.H_PUTSTATIC) {
            Class<?> type = type(Type.getType(descriptor), loader);
            return switch (tag) {
                case Opcodes.H_GETFIELD -> own.findGetter(of, name, type);
                case Opcodes.H_GETSTATIC -> own.findStaticGetter(of, name, type);
                case Opcodes.H_PUTFIELD -> own.findSetter(of, name, type);
                default -> own.findStaticSetter(of, name, type);
            };
        }
        MethodType type = MethodType.fromMethodDescriptorString(descriptor, loader);
        return switch (tag) {
            case Opcodes.H_INVOKESTATIC -> own.findStatic(of, name, type);
            case Opcodes.H_INVOKESPECIAL -> own.findSpecial(of, name, type, own.lookupClass());
            case Opcodes.H_NEWINVOKESPECIAL -> own.findConstructor(of, type);
            default -> own.findVirtual(of, name, type);
        };
    }

    static Class<?> type(Type type, ClassLoader loader) {
        return MethodType.fromMethodDescriptorString("()" + type.getDescriptor(), loader)
                .returnType();
    }
}
