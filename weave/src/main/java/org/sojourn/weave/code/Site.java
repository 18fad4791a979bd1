package org.sojourn.weave.code;

import java.util.List;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * A call at which a frame may leave.
 *
 * @param call the instruction
 * @param line of the source; 0 if that isn't known
 * @param locals that are read later, by slot
 * @param residue what is on the stack beneath receiver and arguments
 * @param arguments receiver and arguments
 * @param monitors how many monitors of blocks are held
 */
record Site(
        MethodInsnNode call, int line, List<Local> locals, List<Object> residue, List<Object> arguments, int monitors) {
    /**
     * A variable.
     *
     * @param slot where
     * @param type as stack maps have it
     * @param lock which monitor's object it is, from the outermost that is held; -1 for none
     */
    record Local(int slot, Object type, int lock) {
        Local(int slot, Object type) {
            this(slot, type, -1);
        }
    }

    Type result() {
        return Type.getReturnType(call.desc);
    }
}
