package org.sojourn.weave.code;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;

/** A method can't be woven. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;

    /**
     * Says why.
     *
     * @param reason a sentence without a full stop
     * @param at which instruction is the reason
     */
    Refused(String reason, AbstractInsnNode at) {
        super(reason, null, false, false);
        AbstractInsnNode before = at;
        while (before != null && !(before instanceof LineNumberNode)) {
            before = before.getPrevious();
        }
        this.line = before instanceof LineNumberNode number ? number.line : 0;
    }

    String reason() {
        return String.valueOf(getMessage());
    }

    /** Of the source; 0 if that isn't known. */
    int line() {
        return line;
    }
}
