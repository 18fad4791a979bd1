package org.sojourn.house;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * How long methods and files are. Methods are measured in the source, from their first annotation or modifier to their
 * closing brace: line tables would give a constructor the lines of every field initialiser.
 */
final class UnitSizes {
    static final int METHOD_LINES = 60;
    static final int FILE_LINES = 800;
    static final int MEDIAN_LINES = 120;

    private UnitSizes() {}

    static List<String> longMethods(Collection<? extends JavaFileObject> sources) {
        List<String> faults = new ArrayList<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (sources.isEmpty()) {
            return faults;
        }
        JavacTask task = (JavacTask) compiler.getTask(null, null, _ -> {}, List.of("-proc:none"), null, sources);
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        try {
            for (CompilationUnitTree unit : task.parse()) {
                unit.accept(new Measure(unit, positions, faults), null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return faults;
    }

    static List<String> longFiles(Collection<Source> sources) {
        return sources.stream()
                .filter(source -> source.lines() > FILE_LINES)
                .map(source -> source.getName() + " has " + source.lines() + " lines; at most " + FILE_LINES)
                .toList();
    }

    /** The lines of the middle file, 0 without files. */
    static int median(Collection<Source> sources) {
        int[] lines = sources.stream().mapToInt(Source::lines).sorted().toArray();
        return lines.length == 0 ? 0 : lines[lines.length / 2];
    }

    private static final class Measure extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<String> faults;

        Measure(CompilationUnitTree unit, SourcePositions positions, List<String> faults) {
            this.unit = unit;
            this.positions = positions;
            this.faults = faults;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
            long from = line(positions.getStartPosition(unit, method));
            long lines = line(positions.getEndPosition(unit, method)) - from + 1;
            if (lines > METHOD_LINES) {
                faults.add(unit.getSourceFile().getName() + ":" + from + " " + method.getName() + " has " + lines
                        + " lines; at most " + METHOD_LINES);
            }
            return super.visitMethod(method, null);
        }

        private long line(long position) {
            return unit.getLineMap().getLineNumber(position);
        }
    }
}
