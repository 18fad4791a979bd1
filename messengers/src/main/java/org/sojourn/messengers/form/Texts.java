package org.sojourn.messengers.form;

/** What is asked of texts that stand in a form. */
final class Texts {
    private Texts() {}

    /** {@return how many bytes a text has as UTF-8; -1 if it has half of a character} */
    static int length(String text) {
        long length = 0;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (Character.isSurrogate(each)) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(each, text.charAt(i + 1))) {
                    return -1;
                }
                i++;
                length += 4;
            } else {
                length += each < 0x80 ? 1 : each < 0x800 ? 2 : 3;
            }
        }
        return (int) Math.min(length, Integer.MAX_VALUE);
    }
}
