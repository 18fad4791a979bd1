package org.sojourn.weave.code;

/** What the twins of a class may use by themselves. They are a class of their own, in its package and its nest, but no subclass of what it extends. */
public interface Reach {
    /** Knows no classes: all that might be out of reach is. */
    Reach UNKNOWN = new Reach() {
        @Override
        public boolean isGuarded(String name, String descriptor) {
            return true;
        }

        @Override
        public boolean mayName(String type) {
            return false;
        }
    };

    /**
     * Whether a member may be one that the class has only as a subclass: one that is protected, in a superclass of another package.
     *
     * @param name of the member
     * @param descriptor of the member
     */
    boolean isGuarded(String name, String descriptor);

    /**
     * Whether code of the class's package may name a type.
     *
     * @param type its internal name
     */
    boolean mayName(String type);
}
