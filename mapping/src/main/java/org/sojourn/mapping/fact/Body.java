package org.sojourn.mapping.fact;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.code.Dictionary;

/** One method's code with what is known of the values at each instruction, and which instruction may follow which. */
final class Body {
    /** Code above these bounds is left out: the analysis of one method is to take a bounded time. */
    private static final int MOST_INSTRUCTIONS = 12_000;

    private static final long MOST_VALUES = 1_500_000;

    final InsnList code;
    final Frame<Value>[] frames;
    private final List<List<Integer>> next = new ArrayList<>();
    private final List<List<Integer>> exceptional = new ArrayList<>();
    private final int[] lines;

    private Body(InsnList code, Tracer tracer, Frame<Value>[] frames) {
        this.code = code;
        this.frames = frames;
        this.lines = new int[code.size()];
        int line = 0;
        for (int i = 0; i < lines.length; i++) {
            next.add(tracer.next.get(i));
            exceptional.add(tracer.exceptional.get(i));
            line = code.get(i) instanceof LineNumberNode number ? number.line : line;
            lines[i] = line;
        }
    }

    /** Collects the edges on the way. */
    private static final class Tracer extends Analyzer<Value> {
        final List<List<Integer>> next = new ArrayList<>();
        final List<List<Integer>> exceptional = new ArrayList<>();

        Tracer(OriginInterpreter interpreter, int size) {
            super(interpreter);
            for (int i = 0; i < size; i++) {
                next.add(new ArrayList<>());
                exceptional.add(new ArrayList<>());
            }
        }

        @Override
        protected void newControlFlowEdge(int from, int to) {
            if (!next.get(from).contains(to)) {
                next.get(from).add(to);
            }
        }

        @Override
        protected boolean newControlFlowExceptionEdge(int from, int to) {
            if (!exceptional.get(from).contains(to)) {
                exceptional.get(from).add(to);
            }
            return true;
        }
    }

    /** Reads the code of a method; null if it has none, or none that can be followed. */
    static @Nullable Body of(ClassFiles.Method method, ClassFiles files, Dictionary dictionary) {
        MethodNode node = method.node();
        int size = node.instructions.size();
        if (size == 0 || size > MOST_INSTRUCTIONS || (long) size * (node.maxLocals + node.maxStack) > MOST_VALUES) {
            return null;
        }
        Tracer tracer = new Tracer(new OriginInterpreter(method.type().name, node, files, dictionary), size);
        try {
            return new Body(node.instructions, tracer, tracer.analyze(method.type().name, node));
        } catch (AnalyzerException | RuntimeException e) {
            return null; // Code that a JVM would refuse, or that uses what was dropped long ago.
        }
    }

    int line(int at) {
        return lines[at];
    }

    /** The instruction after an instruction that does something, or the same at the end. */
    AbstractInsnNode meaningful(int at) {
        AbstractInsnNode node = code.get(at);
        while (node.getOpcode() < 0 && node.getNext() != null) {
            node = node.getNext();
        }
        return node;
    }

    /**
     * Looks at the paths, some of them cut.
     *
     * @param cut edges that aren't taken, as {@code from * size + to}
     */
    Flow flow(Set<Long> cut) {
        int size = code.size();
        int[][] open = new int[size][];
        int[][] raised = new int[size][];
        BitSet returns = new BitSet();
        for (int i = 0; i < size; i++) {
            int from = i;
            open[i] = next.get(i).stream()
                    .filter(to -> !cut.contains(edge(from, to)))
                    .mapToInt(Integer::intValue)
                    .toArray();
            raised[i] = exceptional.get(i).stream().mapToInt(Integer::intValue).toArray();
            int opcode = code.get(i).getOpcode();
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                returns.set(i);
            }
        }
        return new Flow(open, raised, returns);
    }

    List<Integer> next(int at) {
        return next.get(at);
    }

    long edge(int from, int to) {
        return (long) from * code.size() + to;
    }
}
