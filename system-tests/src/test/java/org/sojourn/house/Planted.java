package org.sojourn.house;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles classes that break a rule, in memory, so that each checker can be seen to catch one. */
final class Planted {
    private Planted() {}

    /**
     * Compiles source texts, each beginning with its package declaration and holding one top-level class.
     *
     * @param texts the sources
     * @return the class files of all of them
     */
    static List<ClassModel> classes(String... texts) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (Memory memory = new Memory(compiler.getStandardFileManager(null, null, null))) {
            List<String> complaints = new ArrayList<>();
            boolean compiled = compiler.getTask(
                            null,
                            memory,
                            diagnostic -> complaints.add(diagnostic.toString()),
                            List.of("-proc:none", "-implicit:none"),
                            null,
                            Stream.of(texts).map(Planted::source).toList())
                    .call();
            if (!compiled) {
                throw new AssertionError("a planted class doesn't compile: " + complaints);
            }
            return memory.written.stream()
                    .map(bytes -> ClassFile.of().parse(bytes.toByteArray()))
                    .toList();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** A source whose path follows from its package and its first class. */
    static Source source(String text) {
        String packageName = text.replaceAll("(?s)^package ([\\w.]+);.*", "$1");
        String className = text.replaceAll("(?s).*?\\b(?:class|interface|record|enum) (\\w+).*", "$1");
        return new Source(packageName.replace('.', '/') + '/' + className + ".java", text);
    }

    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        final List<ByteArrayOutputStream> written = new ArrayList<>();

        Memory(JavaFileManager below) {
            super(below);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            written.add(bytes);
            return new SimpleJavaFileObject(URI.create("memory:///" + className), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }
}
