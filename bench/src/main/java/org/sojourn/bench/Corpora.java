package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** Finds the programs that policies are compared on. */
final class Corpora {
    private Corpora() {}

    /** Returns all, in the order of the service files. */
    static List<CorpusProgram> all() {
        List<CorpusProgram> all = new ArrayList<>();
        ServiceLoader.load(Corpus.class).forEach(corpus -> all.addAll(corpus.programs()));
        return all;
    }

    /**
     * Finds one.
     *
     * @throws IllegalArgumentException if there is none of the name, in any case of its letters; says which there are
     */
    static CorpusProgram named(String name) {
        return programs().named(name);
    }

    /** Finds some, each once; no name at all means every one. */
    static List<CorpusProgram> only(List<String> names) {
        return programs().only(names);
    }

    private static Named<CorpusProgram> programs() {
        return new Named<>("program", all(), CorpusProgram::name);
    }
}
