package org.sojourn.house;

import java.net.URI;
import java.nio.file.Path;
import javax.tools.SimpleJavaFileObject;

/** A source file, or a planted one that is nowhere but in the test. */
final class Source extends SimpleJavaFileObject {
    private final String name;
    private final String text;

    Source(String name, String text) {
        super(URI.create("string:///" + name), Kind.SOURCE);
        this.name = name;
        this.text = text;
    }

    static Source of(Path file) {
        return new Source(Room.TREE.relativize(file).toString().replace('\\', '/'), Room.text(file));
    }

    int lines() {
        return (int) text.lines().count();
    }

    String text() {
        return text;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getCharContent(boolean ignoreEncodingErrors) {
        return text;
    }
}
