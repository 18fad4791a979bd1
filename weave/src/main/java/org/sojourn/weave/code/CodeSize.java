package org.sojourn.weave.code;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.MethodNode;

/**
 * How large the code of a method gets, at most, before it is written. ASM chains what jumps to a label that is still to come by offsets of 16 bits, and never ends
 * with a method that is larger than they reach; so whoever writes one asks here before.
 */
final class CodeSize extends CodeSizeEvaluator {
    private static final int LARGEST = 65_535;

    /** Up to here each jump reaches everything by an offset of 16 bits. */
    private static final int NEAR = 32_767;

    private static final int LONGER_GOTO = 2;
    private static final int LONGER_CONDITION = 5;

    /** By how much jumps over more than that are longer, if all are. */
    private int longer;

    private CodeSize() {
        super(Opcodes.ASM9, null);
    }

    private static CodeSize evaluated(MethodNode method) {
        CodeSize size = new CodeSize();
        method.accept(size);
        return size;
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        longer += opcode == Opcodes.GOTO || opcode == Opcodes.JSR ? LONGER_GOTO : LONGER_CONDITION;
        super.visitJumpInsn(opcode, label);
    }

    private int near() {
        return getMaxSize() - longer;
    }

    /** How many bytes the code of a method takes, about. */
    static int of(MethodNode method) {
        return evaluated(method).near();
    }

    /**
     * Refuses a method that may become larger than one may be.
     *
     * @throws MethodTooLargeException if it may
     */
    static void require(String className, MethodNode method) {
        CodeSize size = evaluated(method);
        int most = size.near() > NEAR ? size.getMaxSize() : size.near();
        if (most > LARGEST) {
            throw new MethodTooLargeException(className, method.name, method.desc, most);
        }
    }
}
