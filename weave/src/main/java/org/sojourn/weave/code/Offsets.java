package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.sojourn.weave.frame.Capture;

/** Where in its code the calls of a woven class are at which frames may leave: those with a handler for a {@link Capture}, in their order. */
public final class Offsets {
    private static final String CAPTURE = Type.getInternalName(Capture.class);

    private Offsets() {}

    /**
     * Reads them.
     *
     * @param classFile of a woven class, or of one with twins
     * @return by name and descriptor of a method, the offset of each call, by its number
     */
    public static Map<String, List<Integer>> of(byte[] classFile) {
        Map<String, List<Integer>> all = new HashMap<>();
        Reader reader = new Reader(classFile);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        List<Integer> calls = new ArrayList<>();
                        all.put(name + descriptor, calls);
                        return new MethodVisitor(Opcodes.ASM9) {
                            @Override
                            public void visitTryCatchBlock(
                                    Label start, Label end, Label handler, @Nullable String type) {
                                if (CAPTURE.equals(type)) {
                                    calls.add(reader.offsets.get(start));
                                }
                            }
                        };
                    }
                },
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        all.values().removeIf(List::isEmpty);
        return all;
    }

    /** A reader that says where its labels are. */
    private static final class Reader extends ClassReader {
        private final Map<Label, Integer> offsets = new IdentityHashMap<>();

        Reader(byte[] classFile) {
            super(classFile);
        }

        @Override
        protected Label readLabel(int bytecodeOffset, Label[] labels) {
            Label label = super.readLabel(bytecodeOffset, labels);
            offsets.put(label, bytecodeOffset);
            return label;
        }
    }
}
