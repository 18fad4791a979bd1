package org.sojourn.launch.ssh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.sojourn.host.join.Program;
import org.sojourn.host.join.ProgramFile;

/** What is to be at other machines before places are: the program's class path, as files. */
public final class Cargo {
    /**
     * One file.
     *
     * @param path where it is here
     * @param file what it is
     */
    record Piece(Path path, ProgramFile file) {
        /** Where it is in the cache of a machine, which a place that joins by itself fills as well. */
        String staged() {
            return file.hash() + "/" + file.name();
        }
    }

    private final List<Piece> classPath = new ArrayList<>();

    /**
     * What a program needs.
     *
     * @param program the program
     * @throws IOException if there is no such file
     */
    public Cargo(Program program) throws IOException {
        for (ProgramFile each : program.files()) {
            classPath.add(new Piece(program.path(classPath.size()), each));
        }
    }

    /** The class path for places of a machine with this cache. */
    String classPathAt(String cache) {
        return classPath.stream().map(each -> cache + "/" + each.staged()).collect(Collectors.joining(":"));
    }

    /** All that is to be there. */
    List<Piece> pieces() {
        return classPath.stream().distinct().toList();
    }
}
