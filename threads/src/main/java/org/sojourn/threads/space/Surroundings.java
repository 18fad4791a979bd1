package org.sojourn.threads.space;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.TimeZone;

/** What code of the platform depends on without saying so. Frames run only where it is as at their home. */
final class Surroundings {
    private Surroundings() {}

    static String text() {
        return String.join(
                ", ",
                System.getProperty("java.vm.version"),
                System.getProperty("os.arch"),
                Locale.getDefault(Locale.Category.FORMAT).toLanguageTag(),
                Locale.getDefault(Locale.Category.DISPLAY).toLanguageTag(),
                Locale.getDefault().toLanguageTag(),
                Charset.defaultCharset().name(),
                TimeZone.getDefault().getID(),
                System.lineSeparator().equals("\n") ? "lf" : "crlf");
    }

    static int number() {
        return text().hashCode();
    }
}
