package org.sojourn.messengers.outside;

/** Something from outside can't be done; the message is a sentence for whoever has asked. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String sentence) {
        super(sentence, null, false, false);
    }
}
