package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * The Java of a document: its blocks fenced as {@code java}, and as nothing more, so that others' code can be shown as {@code
 * java pekko}. Each is a compilation unit, by the name of its public class if it has one; one without imports has {@link
 * #IMPORTS}, as the pages of the guide say.
 */
final class PrintedJava {
    private static final Pattern BLOCK = Pattern.compile("^```java\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern CLASS = Pattern.compile("^public (?:final )?class (\\w+)", Pattern.MULTILINE);
    private static final Pattern IMPORT = Pattern.compile("^import ", Pattern.MULTILINE);

    /** On one line with the block's first, so that the compiler counts lines as the document does. */
    private static final String IMPORTS = "import java.time.*; import java.util.*; import java.util.concurrent.*;"
            + " import org.sojourn.host.*; import org.sojourn.selectors.*; ";

    private final Map<String, String> units = new LinkedHashMap<>();

    private PrintedJava(String document) {
        Matcher blocks = BLOCK.matcher(document);
        for (MatchResult block : blocks.results().toList()) {
            String text = block.group(1);
            Matcher name = CLASS.matcher(text);
            String before = units.put(
                    name.find() ? name.group(1) : "Block" + (units.size() + 1),
                    IMPORT.matcher(text).find() ? text : IMPORTS + text);
            assertThat(before).as("another block of the same name").isNull();
        }
    }

    static PrintedJava of(Path document) throws IOException {
        return new PrintedJava(Files.readString(document));
    }

    /** A unit under the name that its public class asks for. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** What the tests of a document are written with, and nobody gets by us. */
    private static String junit() {
        return Test.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    }

    Set<String> names() {
        return units.keySet();
    }

    /** The units by their names. */
    Map<String, String> units() {
        return Collections.unmodifiableMap(units);
    }

    /** Compiles units as one program, with all libraries and what tests are written with. */
    void compile(Collection<String> names, String java, Path into) {
        compile(names, java, Sojourn.distClassPath() + File.pathSeparator + junit(), into);
    }

    /** Compiles units as one program. */
    void compile(Collection<String> names, String java, String classPath, Path into) {
        var said = new StringWriter();
        List<String> options = List.of("--release", java, "-cp", classPath, "-d", into.toString());
        List<Source> sources = names.stream()
                .map(name -> new Source(name, Objects.requireNonNull(units.get(name), name)))
                .toList();
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(said, null, null, options, null, sources)
                .call();
        assertThat(compiled).as(said.toString()).isTrue();
    }
}
