package org.sojourn.bench;

import java.util.List;
import java.util.Optional;

/** A program whose answer is wrong, for the JVMs that {@code bench mapping} starts. */
public final class PlantedCorpus implements Corpus {
    static final String NAME = "Planted";

    /** For {@link java.util.ServiceLoader}. */
    public PlantedCorpus() {}

    @Override
    public List<CorpusProgram> programs() {
        return List.of(new CorpusProgram(
                new Planted(NAME, 41, Planted.RIGHT), "a test", List.of(NAME), false, Optional.empty()));
    }
}
