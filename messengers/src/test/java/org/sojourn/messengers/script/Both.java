package org.sojourn.messengers.script;

/**
 * A number's term in the language of scripts, and the same in Java.
 *
 * @param isConstant whether the compiler may know its value
 */
record Both(Kind kind, boolean isConstant, String c, String java) {
    static Both of(Kind kind, String c, String java) {
        return new Both(kind, false, c, java);
    }

    /** What is written the same way in both. */
    static Both same(Kind kind, String text) {
        return new Both(kind, false, text, text);
    }

    /** {@return what stores it in a variable of a type in Java} */
    String as(Kind to) {
        return "(" + to.java + ") (" + java + ")";
    }

    /** {@return it as a condition in Java} */
    String is() {
        return "is(" + java + ")";
    }
}
