package org.sojourn.messengers.run;

/** Something that a messenger can't do: it ends it. Has no stack trace: what matters is where the script was. */
public final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;

    /** A fault whose line isn't known yet: see {@link #at}. */
    public Fault(String sentence) {
        this(0, sentence, null);
    }

    /** A fault that something else has caused. */
    public Fault(String sentence, Throwable cause) {
        this(0, sentence, cause);
    }

    private Fault(int line, String sentence, @org.jspecify.annotations.Nullable Throwable cause) {
        super(sentence, cause, false, false);
        this.line = line;
    }

    /** {@return the line of the script; 0 if it isn't known} */
    public int line() {
        return line;
    }

    /** {@return the same at a line, if it has none yet} */
    public Fault at(int its) {
        return line > 0 ? this : new Fault(its, String.valueOf(getMessage()), getCause());
    }
}
