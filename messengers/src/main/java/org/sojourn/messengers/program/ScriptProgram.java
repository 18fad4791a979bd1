package org.sojourn.messengers.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.look.TypedValues;
import org.sojourn.messengers.script.Compiler;
import org.sojourn.messengers.script.Diagnostic;
import org.sojourn.messengers.script.ScriptException;
import org.sojourn.messengers.script.SourceFile;

/**
 * A script that is run as a program, with the scripts that lie beside it.
 *
 * <p>Every script of the folder can be injected by its file's name. Those that the program names, as {@code "other.mc"} in its text, have
 * to be right; another that has errors isn't there.
 */
public final class ScriptProgram {
    private static final String ENDING = ".mc";

    private final Path file;
    private final Map<String, Form> forms = new LinkedHashMap<>();
    private final List<Diagnostic> diagnostics = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final boolean isAlone;
    private boolean isAnyInjectedByAMadeName;

    private ScriptProgram(Path file, boolean isAlone) {
        this.file = file;
        this.isAlone = isAlone;
    }

    /**
     * Reads and compiles a script and those beside it.
     *
     * @param file the script's
     * @param isAlone whether it is a run's whole program: if it isn't, scripts that it injects may be known to the run already
     * @return a program, or what is wrong with it
     * @throws IOException if a file can't be read
     */
    public static ScriptProgram read(Path file, boolean isAlone) throws IOException {
        ScriptProgram program = new ScriptProgram(file, isAlone);
        Map<String, String> texts = program.texts();
        Set<String> names = Set.copyOf(texts.keySet());
        Deque<String> named = new ArrayDeque<>(List.of(program.name()));
        while (!named.isEmpty()) {
            String text = Objects.requireNonNull(texts.remove(named.peek()), "named once");
            program.compile(named.peek(), text, names, program.diagnostics);
            Form form = program.forms.get(named.remove());
            program.isAnyInjectedByAMadeName |= form != null && injectsByAMadeName(form);
            texts.keySet().stream()
                    .filter(each -> text.contains('"' + each + '"') && !named.contains(each))
                    .forEach(named::add);
        }
        texts.forEach((name, text) -> program.compileBeside(name, text, names));
        return program;
    }

    private String name() {
        return String.valueOf(file.getFileName());
    }

    private Map<String, String> texts() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(each -> each.toString().endsWith(ENDING) && Files.isRegularFile(each))
                    .toList();
        }
        for (Path each : files) {
            texts.put(String.valueOf(each.getFileName()), text(each));
        }
        texts.put(name(), text(file));
        return texts;
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static boolean injectsByAMadeName(Form form) {
        return form.steps().stream()
                .anyMatch(each -> each instanceof Step.Inject its && !(its.script() instanceof Expr.Text));
    }

    private void compileBeside(String name, String text, Set<String> names) {
        compile(name, text, names, new ArrayList<>());
        if (!forms.containsKey(name)) {
            leftOut.add(name + ", beside " + name() + ", has errors and is left out, so that it can't be injected;"
                    + " ./sojourn run --check " + file.resolveSibling(name) + " shows them");
        }
    }

    private void compile(String name, String text, Set<String> names, List<Diagnostic> found) {
        try {
            forms.put(
                    name,
                    Compiler.compile(
                            new SourceFile(name, text),
                            this::nodeFile,
                            isAlone ? names : null,
                            each -> found.add(typed(each))));
        } catch (ScriptException e) {
            e.diagnostics().forEach(each -> found.add(typed(each)));
        }
    }

    private @Nullable SourceFile nodeFile(String name) {
        try {
            return new SourceFile(name, text(file.resolveSibling(name)));
        } catch (IOException | IllegalArgumentException _) {
            return null; // the compiler says where it is wanted
        }
    }

    /** With the folder as it was typed, so that an editor finds the file. */
    private Diagnostic typed(Diagnostic its) {
        String path = file.resolveSibling(its.file()).toString();
        return new Diagnostic(path, its.line(), its.column(), its.code(), its.sentence(), its.source(), its.caret());
    }

    /** {@return what is wrong with it, or may be} */
    public List<Diagnostic> diagnostics() {
        return List.copyOf(diagnostics);
    }

    /**
     * {@return a sentence for each script of the folder that has errors and so isn't there; none if all that is injected is named, as nobody
     * misses them then}
     */
    public List<String> leftOut() {
        return isAnyInjectedByAMadeName ? List.copyOf(leftOut) : List.of();
    }

    /** {@return whether it can be run} */
    public boolean isRight() {
        return diagnostics.stream().allMatch(Diagnostic::isWarning);
    }

    /**
     * Returns what it begins with.
     *
     * @return the script's form
     * @throws IllegalStateException if it has errors
     */
    public Form main() {
        Form form = forms.get(name());
        if (form == null || !isRight()) {
            throw new IllegalStateException(file + " has errors; see its diagnostics");
        }
        return form;
    }

    /** {@return all scripts of the folder, by their files' names} */
    public Map<String, Form> forms() {
        return Map.copyOf(forms);
    }

    /**
     * Reads what a person gives to its variables.
     *
     * @param arguments each {@code name=value}
     * @return values by name, as an injection takes them
     * @throws IllegalArgumentException if one can't be given; the message is a sentence for people
     */
    public Map<String, Object> values(List<String> arguments) {
        return TypedValues.read(main(), arguments);
    }
}
