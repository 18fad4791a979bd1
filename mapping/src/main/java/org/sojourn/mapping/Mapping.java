package org.sojourn.mapping;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.sojourn.mapping.analysis.KindAnalysis;
import org.sojourn.mapping.analysis.Traits;
import org.sojourn.mapping.code.ClassClosure;
import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.code.Dictionary;
import org.sojourn.mapping.code.Sources;
import org.sojourn.mapping.decision.Adviser;
import org.sojourn.mapping.decision.Graph;
import org.sojourn.mapping.fact.FactReader;
import org.sojourn.mapping.kind.Kind;
import org.sojourn.mapping.kind.KindFinder;
import org.sojourn.mapping.report.MappingReport;

/**
 * Looks at the kinds of selectors and actors of a program, says what each does, and which execution policy it should have, with reasons.
 *
 * <pre>{@code
 * MappingReport report = Mapping.of(List.of(Path.of("app.jar")), List.of());
 * System.out.print(report.table());
 * }</pre>
 *
 * <p>Class files are read, nothing is loaded or run. (G. Upadhyaya, H. Rajan, <i>Effectively Mapping Linguistic Abstractions for
 * Message-passing Concurrency to Threads on the Java Virtual Machine</i>, 2015.)
 */
public final class Mapping {
    private Mapping() {}

    /**
     * Analyses a program. What can't be read is left out, and listed in the report.
     *
     * @param program jars, folders of class files, or class files: their kinds are reported
     * @param libraries what the program uses: calls into it are followed
     * @return the report
     */
    public static MappingReport of(List<Path> program, List<Path> libraries) {
        Objects.requireNonNull(program, "program is null; give jars and folders of classes");
        Objects.requireNonNull(libraries, "libraries is null; give jars and folders of classes, or List.of()");
        Sources sources = new Sources();
        program.forEach(sources::add);
        Sources beside = new Sources();
        libraries.forEach(beside::add);
        List<Sources.LeftOut> leftOut = new ArrayList<>(sources.leftOut());
        leftOut.addAll(beside.leftOut());
        return of(sources.files(), beside.files(), leftOut);
    }

    /**
     * Analyses what belongs to one kind, as an adviser does while a program runs.
     *
     * @param kind the classes
     * @return the report
     */
    public static MappingReport of(ClassClosure kind) {
        Objects.requireNonNull(kind, "kind is null; give the classes of one");
        return of(kind.classes(), Map.of(), List.of());
    }

    /**
     * Analyses class files.
     *
     * @param program by internal name: their kinds are reported
     * @param libraries by internal name: calls into them are followed
     * @param leftOut what is missing from both, for the report
     * @return the report
     */
    static MappingReport of(Map<String, byte[]> program, Map<String, byte[]> libraries, List<Sources.LeftOut> leftOut) {
        Dictionary dictionary = Dictionary.own();
        ClassFiles files = new ClassFiles(program, libraries, ClassFiles::besideUs);
        FactReader reader = new FactReader(files, dictionary);
        List<Sources.LeftOut> out = new ArrayList<>(leftOut);
        Map<String, Traits> traits = new TreeMap<>();
        KindAnalysis analysis = new KindAnalysis(files, dictionary, reader);
        for (String name : files.names()) {
            try {
                for (Kind kind : new KindFinder(files, reader).in(name)) {
                    traits.put(kind.name(), analysis.of(kind));
                }
            } catch (RuntimeException | StackOverflowError e) {
                out.add(new Sources.LeftOut(name.replace('/', '.'), "the analysis failed: " + e));
            }
        }
        List<Traits> all = List.copyOf(traits.values());
        Graph graph = new Graph(all, files);
        List<String> missing =
                files.missing().stream().map(name -> name.replace('/', '.')).toList();
        return new MappingReport(
                Adviser.advise(all, graph), program.size(), out, missing, dictionary.version(), Map.of());
    }
}
