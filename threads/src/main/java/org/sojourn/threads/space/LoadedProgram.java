package org.sojourn.threads.space;

import org.sojourn.threads.jar.ThreadJar;
import org.sojourn.threads.judge.Judge;
import org.sojourn.threads.wire.ProgramClasses;

/**
 * A program whose threads can move.
 *
 * @param classes by their numbers
 * @param judge says what may leave
 */
record LoadedProgram(ProgramClasses classes, Judge judge) {
    static LoadedProgram of(ThreadJar.Contents jar, ClassLoader loader) {
        return new LoadedProgram(
                new ProgramClasses(jar.classes(), loader), new Judge(jar.classes(), jar.outside(), loader));
    }
}
