package org.sojourn.bench;

import java.util.List;

/** The programs that execution policies are compared on. Found by {@link java.util.ServiceLoader}. */
public interface Corpus {
    /**
     * Returns the programs.
     *
     * @return in the order of the report
     */
    List<CorpusProgram> programs();
}
