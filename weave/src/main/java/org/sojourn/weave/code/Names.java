package org.sojourn.weave.code;

/** Names of what the weaver adds. */
public final class Names {
    /** A method of a woven class, by which its twin may do what the class may. */
    public static final String LOOKUP = "$weave$lookup";

    /** Its descriptor. */
    public static final String LOOKUP_DESCRIPTOR = "()Ljava/lang/invoke/MethodHandles$Lookup;";

    private static final String TWIN = "$$weave";

    private Names() {}

    /** The class that has the twins of a class's methods. */
    public static String twin(String name) {
        return name + TWIN;
    }

    /** Whether a class has twins of another's methods. */
    public static boolean isTwin(String name) {
        return name.endsWith(TWIN);
    }

    /** The class whose methods have twins in this one. */
    public static String original(String twin) {
        return twin.substring(0, twin.length() - TWIN.length());
    }
}
