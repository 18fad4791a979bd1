package org.sojourn.messengers.form;

/** Where steps stand in a form. */
enum Site {
    SCRIPT("in the script itself"),
    ROUTINE("in a routine"),
    NODE("in a step that gives nodes their first values");

    private final String words;

    Site(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
