package org.sojourn.messengers.outside;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.script.Compiler;
import org.sojourn.messengers.script.Diagnostic;
import org.sojourn.messengers.script.ScriptException;
import org.sojourn.messengers.script.SourceFile;

/** Scripts, and files of nodes' variables, that clients send as text. */
final class Sources {
    private static final String SCRIPT = ".mc";
    private static final int MOST_FILES = 1_000;

    private final Inside inside;

    /** Files of nodes' variables, by name. Guarded by itself. */
    private final Map<String, String> nodeFiles = new LinkedHashMap<>();

    private int characters;

    Sources(Inside inside) {
        this.inside = inside;
    }

    /**
     * Takes a source: a script if its name says so, else a file of nodes' variables, for the scripts that come after it.
     *
     * @return what the compiler warns of
     */
    String add(String name, String text) throws Refused {
        if (name.length() > Limits.NAME) {
            throw new Refused("a name has at most " + Limits.NAME + " characters");
        }
        if (!name.endsWith(SCRIPT)) {
            keep(name, text);
            return "";
        }
        StringBuilder warnings = new StringBuilder();
        try {
            inside.define(
                    name, Compiler.compile(new SourceFile(name, text), this::nodeFile, each -> warn(warnings, each)));
        } catch (ScriptException | IllegalStateException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
        return warnings.toString();
    }

    private static void warn(StringBuilder warnings, Diagnostic each) {
        warnings.append(warnings.isEmpty() ? "" : "\n").append(each);
    }

    private void keep(String name, String text) throws Refused {
        synchronized (nodeFiles) {
            int more = text.length() - nodeFiles.getOrDefault(name, "").length();
            boolean isNew = !nodeFiles.containsKey(name);
            if (isNew && nodeFiles.size() == MOST_FILES || characters + more > Limits.SOURCE) {
                throw new Refused("there is no room for " + name + ": this place keeps at most " + MOST_FILES
                        + " files of nodes' variables, of " + Limits.SOURCE + " characters together");
            }
            nodeFiles.put(name, text);
            characters += more;
        }
    }

    private @Nullable SourceFile nodeFile(String name) {
        synchronized (nodeFiles) {
            String text = nodeFiles.get(name);
            return text == null ? null : new SourceFile(name, text);
        }
    }
}
