package org.sojourn.mapping;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.sojourn.mapping.analysis.KindAnalysis;
import org.sojourn.mapping.analysis.Traits;
import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.code.Dictionary;
import org.sojourn.mapping.fact.FactReader;
import org.sojourn.mapping.kind.Framework;
import org.sojourn.mapping.kind.Handler;
import org.sojourn.mapping.kind.Kind;
import org.sojourn.mapping.vector.CVector;

/** Code of others to look at. */
final class Corpus {
    private static final Dictionary DICTIONARY = Dictionary.own();

    private Corpus() {}

    /** Pekko's jar, as the tests have it on their class path. */
    static List<Path> pekko() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.matches(".*pekko-actor(-typed)?_[^/\\\\]*\\.jar"))
                .map(Path::of)
                .toList();
    }

    /** Takes a class's methods for handlers, each by its name; calls out of the class aren't followed. */
    static Traits traits(String name, byte[] bytes) {
        ClassFiles files = new ClassFiles(Map.of(name, bytes), Map.of(), ClassFiles::besideUs);
        FactReader reader = new FactReader(files, DICTIONARY);
        ClassNode node = files.read(name);
        if (node == null) {
            throw new IllegalArgumentException(name);
        }
        List<ClassFiles.Method> methods = node.methods.stream()
                .filter(method -> (method.access & Opcodes.ACC_ABSTRACT) == 0)
                .map(method -> new ClassFiles.Method(node, method))
                .toList();
        List<Handler> handlers = methods.stream()
                .map(method -> new Handler(
                        method.node().name, Handler.Role.MESSAGE, method, reader.facts(method), message(method.node())))
                .toList();
        Kind kind = new Kind(
                name.replace('/', '.'), name, Framework.SOJOURN, List.of(name), handlers, methods, false, null);
        return new KindAnalysis(files, DICTIONARY, reader).of(kind);
    }

    private static int message(MethodNode method) {
        return (method.access & Opcodes.ACC_STATIC) != 0 || method.desc.startsWith("()") ? -1 : 1;
    }

    /** The vector of the last public method of this name, which is the simplest one in the classes that are looked at. */
    static CVector ofJdk(String type, String method) {
        String name = type.replace('.', '/');
        byte[] bytes = ClassFiles.besideUs(name);
        if (bytes == null) {
            throw new IllegalArgumentException(type);
        }
        return traits(name, bytes).handlers().stream()
                .filter(each -> each.handler().label().equals(method))
                .filter(each -> (each.handler().method().node().access & Opcodes.ACC_PUBLIC) != 0)
                .findFirst()
                .orElseThrow()
                .vector();
    }
}
