package org.sojourn.messengers.outside;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.script.Compiler;
import org.sojourn.messengers.script.Diagnostic;
import org.sojourn.messengers.script.ScriptException;
import org.sojourn.messengers.script.SourceFile;

/** Scripts, and files of nodes' variables, that clients send as text. */
final class Sources {
    private static final String SCRIPT = ".mc";
    private static final int MOST_FILES = OutsideBound.NODE_FILES.intValue();
    private static final int MOST_SCRIPTS = OutsideBound.SCRIPTS.intValue();
    private static final long MOST_SCRIPT_CHARACTERS = OutsideBound.SCRIPT_TEXT.value();

    private final Inside inside;

    /** Files of nodes' variables, by name. Guarded by itself. */
    private final Map<String, String> nodeFiles = new LinkedHashMap<>();

    private int characters;

    /** Scripts that were taken, and how long they were together: a place keeps all that it has known. */
    private int scripts;

    private long scriptCharacters;

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
        Form script;
        try {
            script = Compiler.compile(new SourceFile(name, text), this::nodeFile, each -> warn(warnings, each));
        } catch (ScriptException e) {
            throw new Refused(String.valueOf(e.getMessage()).stripTrailing());
        }
        admit(text);
        inside.define(name, script);
        return warnings.toString();
    }

    private void admit(String text) throws Refused {
        synchronized (nodeFiles) {
            if (scripts == MOST_SCRIPTS || scriptCharacters + text.length() > MOST_SCRIPT_CHARACTERS) {
                throw new Refused(
                        "this place takes no more scripts: it has got " + scripts + " with " + scriptCharacters
                                + " characters, of at most " + MOST_SCRIPTS + " and " + MOST_SCRIPT_CHARACTERS
                                + "; give values to the variables of one script instead of sending many");
            }
            scripts++;
            scriptCharacters += text.length();
        }
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
