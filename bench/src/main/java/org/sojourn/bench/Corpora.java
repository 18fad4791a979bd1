package org.sojourn.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

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
        List<CorpusProgram> all = all();
        return all.stream()
                .filter(program -> program.name().equalsIgnoreCase(name.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no program named '" + name + "'; there are "
                        + all.stream().map(CorpusProgram::name).collect(Collectors.joining(", "))));
    }

    /** Finds some, each once; no name at all means every one. */
    static List<CorpusProgram> only(List<String> names) {
        if (names.isEmpty()) {
            return all();
        }
        Map<String, CorpusProgram> chosen = new LinkedHashMap<>();
        for (String name : names) {
            CorpusProgram program = named(name);
            chosen.put(program.name(), program);
        }
        return List.copyOf(chosen.values());
    }
}
