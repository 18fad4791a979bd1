package org.sojourn.weave.code;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/** Which methods have frames that may leave at all. */
final class Weavable {
    private Weavable() {}

    /** Not constructors and initialisers of classes, which can't be run from their middle, nor what has no code. */
    static boolean is(MethodNode method) {
        return (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0
                && !method.name.equals("<init>")
                && !method.name.equals("<clinit>");
    }
}
