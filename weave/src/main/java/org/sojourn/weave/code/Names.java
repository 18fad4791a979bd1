package org.sojourn.weave.code;

/** Names of what the weaver adds. */
public final class Names {
    /** A method by which the twin of a class that uses its own {@code Lookup} has that. */
    public static final String LOOKUP = "$weave$lookup";

    /** Its descriptor. */
    public static final String LOOKUP_DESCRIPTOR = "()Ljava/lang/invoke/MethodHandles$Lookup;";

    /** Begins the names of methods by which a twin reaches what only the class itself may, at a call where frames may leave. */
    static final String LEAVING = "$weave$call$";

    /** The same for what no frame leaves at. */
    static final String STAYING = "$weave$member$";

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
