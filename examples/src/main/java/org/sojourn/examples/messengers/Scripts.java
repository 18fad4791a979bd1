package org.sojourn.examples.messengers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.script.Compiler;
import org.sojourn.messengers.script.SourceFile;
import org.sojourn.selectors.SelectorSystem;

/** Scripts that come with a program. */
public final class Scripts {
    private Scripts() {}

    /**
     * Compiles a script.
     *
     * @param program has the script beside it
     * @param name its file's, without the ending; a folder may stand before it
     * @return what can be injected
     */
    public static Form load(Class<?> program, String name) {
        SourceFile script = read(program, name + ".mc");
        if (script == null) {
            throw new IllegalStateException("there is no " + name + ".mc beside " + program.getName());
        }
        String folder = name.substring(0, name.lastIndexOf('/') + 1);
        return Compiler.compile(script, file -> read(program, folder + file));
    }

    /**
     * Ends the run with status 1 if messengers have failed.
     *
     * @param run what they belong to
     * @param end their end
     */
    public static void orStop(SelectorSystem run, CompletionStage<?> end) {
        end.whenComplete((_, failure) -> {
            if (failure != null) {
                System.err.println(failure.getMessage());
                run.stop(1);
            }
        });
    }

    private static @Nullable SourceFile read(Class<?> program, String file) {
        try (InputStream in = program.getResourceAsStream(file)) {
            return in == null ? null : new SourceFile(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
