package org.sojourn.threads.space;

import java.util.List;
import org.sojourn.threads.judge.Judge;
import org.sojourn.threads.wire.ProgramClasses;

/**
 * A program whose threads can move.
 *
 * @param classes by their numbers
 * @param judge says what may leave
 * @param loader finds classes
 */
record LoadedProgram(ProgramClasses classes, Judge judge, ClassLoader loader) {
    static LoadedProgram of(List<String> names, ClassLoader loader) {
        return new LoadedProgram(new ProgramClasses(names, loader), new Judge(names, loader), loader);
    }
}
