package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong with a script. */
final class Report {
    /** More than these nobody reads. */
    private static final int MOST = 100;

    private final List<Diagnostic> found = new ArrayList<>();
    private final List<SourceFile> files = new ArrayList<>();
    private final Set<Object> known = new HashSet<>();
    private final Near near = new Near();
    private int errors;

    /** Notes a file in the order in which files are to be reported. */
    void open(SourceFile file) {
        files.add(file);
    }

    /** The first of its kind at a place is kept: what follows from it would only confuse. */
    void add(Position at, Problem problem, String sentence) {
        if (!problem.isWarning()) {
            errors++;
        }
        record Place(String file, int line, int column) {}
        if (found.size() < MOST && known.add(new Place(at.file().name(), at.line(), at.column()))) {
            found.add(Diagnostic.of(at, problem, sentence));
        }
    }

    /** {@return what finds names that may have been meant} */
    Near near() {
        return near;
    }

    boolean hasErrors() {
        return errors > 0;
    }

    List<Diagnostic> sorted() {
        List<String> names = files.stream().map(SourceFile::name).toList();
        return found.stream()
                .sorted(Comparator.comparingInt((Diagnostic each) -> names.indexOf(each.file()))
                        .thenComparingInt(Diagnostic::line)
                        .thenComparingInt(Diagnostic::column))
                .toList();
    }
}
