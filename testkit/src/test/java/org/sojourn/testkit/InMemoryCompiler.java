package org.sojourn.testkit;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles sources against the class path of the tests, and writes no file. */
public final class InMemoryCompiler {
    private static final JavaCompiler COMPILER =
            Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "tests need a JDK");

    /** One for all of a thread, as it opens each jar of the class path once. */
    private static final ThreadLocal<JavaFileManager> FILES =
            ThreadLocal.withInitial(() -> COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8));

    private InMemoryCompiler() {}

    /**
     * Compiles sources.
     *
     * @param sources by the names of their classes
     * @param options more options of javac
     * @return class files by the binary names of their classes
     */
    public static Map<String, byte[]> compile(Map<String, String> sources, List<String> options) {
        Memory memory = new Memory(FILES.get());
        StringWriter said = new StringWriter();
        List<String> all = new ArrayList<>(List.of("-proc:none", "-nowarn"));
        all.addAll(List.of("-classpath", System.getProperty("java.class.path")));
        all.addAll(options);
        List<Source> units = sources.entrySet().stream()
                .map(each -> new Source(each.getKey(), each.getValue()))
                .toList();
        if (!COMPILER.getTask(said, memory, null, all, null, units).call()) {
            throw new IllegalStateException(said + "\n" + String.join("\n", sources.values()));
        }
        Map<String, byte[]> classes = new HashMap<>();
        memory.written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

        Memory(JavaFileManager others) {
            super(others);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            written.put(name, bytes);
            return new SimpleJavaFileObject(URI.create("mem:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }
}
