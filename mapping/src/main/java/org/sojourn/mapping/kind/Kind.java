package org.sojourn.mapping.kind;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.sojourn.mapping.code.ClassFiles;

/**
 * A kind of selector or actor: a class, or the functions that a behaviour is built of.
 *
 * @param name its binary name; for functions the class's, and perhaps the method's
 * @param type the internal name of the class
 * @param framework what it is written with
 * @param code the classes whose fields are its state and whose methods are its own, itself first
 * @param handlers what it does
 * @param methods all methods that are its own, those that build its behaviour included
 * @param isFunctions whether it is built of functions, and keeps its state in their arguments
 * @param chosen the policy that its author has chosen, or null
 */
public record Kind(
        String name,
        String type,
        Framework framework,
        List<String> code,
        List<Handler> handlers,
        List<ClassFiles.Method> methods,
        boolean isFunctions,
        @Nullable String chosen) {
    /**
     * Returns whether messages of a type may be for this kind.
     *
     * @param message the internal name of the type
     * @param files knows supertypes
     * @return whether a handler takes it
     */
    public boolean takes(String message, ClassFiles files) {
        return handlers.stream()
                .filter(handler -> handler.role() == Handler.Role.MESSAGE)
                .flatMap(handler -> accepted(handler).stream())
                .anyMatch(type -> files.isA(message, type)
                        || (files.isFollowed(message)
                                && !message.startsWith(framework.prefix())
                                && files.isA(type, message)));
    }

    /** The types that a handler is for; what takes any object isn't counted, as that would join everything with everything. */
    private static Set<String> accepted(Handler handler) {
        if (!handler.label().equals(Handler.ANY)) {
            return Set.of(handler.label().split("\\|"));
        }
        Type[] types = Type.getArgumentTypes(handler.method().node().desc);
        boolean isStatic = (handler.method().node().access & Opcodes.ACC_STATIC) != 0;
        int at = handler.message() - (isStatic ? 0 : 1);
        String type = at >= 0 && at < types.length && types[at].getSort() == Type.OBJECT
                ? types[at].getInternalName()
                : "java/lang/Object";
        return type.equals("java/lang/Object") ? Set.of() : Set.of(type);
    }
}
