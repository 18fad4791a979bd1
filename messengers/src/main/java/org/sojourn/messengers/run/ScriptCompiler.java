package org.sojourn.messengers.run;

import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.MalformedFormException;

/**
 * Compiles a form into a hidden class: one that nobody finds by its name, and that is unloaded when nobody has a script of it any more.
 * The class has one method for the script itself, or several if it is large, and one for each routine; see {@link RunCode}.
 *
 * <p>Variables of nodes are read and stored where they stand, since other messengers have to see them; the arrays that hold them are
 * looked up once for each run.
 */
public final class ScriptCompiler {
    private static final System.Logger LOG = System.getLogger(ScriptCompiler.class.getName());
    private static final MethodHandles.Lookup HERE = MethodHandles.lookup();

    private ScriptCompiler() {}

    /**
     * {@return a script that runs a form: compiled, or interpreted if the form is too large for that}
     *
     * @throws MalformedFormException if the form isn't sound
     */
    public static Script compile(Form form) {
        return compile(form, Linker.NONE);
    }

    /**
     * The same.
     *
     * @param linker finds the Java methods that the script may call without stopping
     */
    public static Script compile(Form form, Linker linker) {
        return compile(form, Written.JIT, linker);
    }

    /** The same, in chunks of a size. */
    static Script compile(Form form, int limit, Linker linker) {
        form.check();
        try {
            if (!Flow.isSmall(form)) {
                throw new TooLargeException("it has " + form.steps().size() + " steps and "
                        + form.messenger().size() + " variables of the messenger");
            }
            return define(Written.of(form, limit), linker);
        } catch (TooLargeException e) {
            LOG.log(Level.INFO, "{0} is interpreted rather than compiled: {1}.", form.name(), e.getMessage());
            return new Interpreter(form);
        }
    }

    static Script define(Written written, Linker linker) {
        Plan plan = written.plan();
        try {
            MethodHandles.Lookup lookup = HERE.defineHiddenClassWithClassData(written.bytes(), linker, true);
            CompiledScript script = (CompiledScript)
                    lookup.findConstructor(lookup.lookupClass(), MethodType.methodType(void.class, Form.class))
                            .invoke(plan.form());
            script.setCode(written.bytes().length, plan.chunks().starts());
            return script;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a class of our own can't be made", e);
        }
    }
}
