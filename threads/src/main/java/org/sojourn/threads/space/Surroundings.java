package org.sojourn.threads.space;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/** What code of the platform depends on without saying so. Frames run only where it is as at their home. */
final class Surroundings {
    private static volatile @Nullable Known known;

    private Surroundings() {}

    /** What a program may change. */
    private record Settings(Locale format, Locale display, Locale plain, String zone) {
        static Settings now() {
            return new Settings(
                    Locale.getDefault(Locale.Category.FORMAT),
                    Locale.getDefault(Locale.Category.DISPLAY),
                    Locale.getDefault(),
                    TimeZone.getDefault().getID());
        }
    }

    private record Known(Settings settings, int number) {}

    static String text() {
        return text(Settings.now());
    }

    private static String text(Settings settings) {
        return String.join(
                ", ",
                System.getProperty("java.vm.version"),
                System.getProperty("os.arch"),
                settings.format().toLanguageTag(),
                settings.display().toLanguageTag(),
                settings.plain().toLanguageTag(),
                Charset.defaultCharset().name(),
                settings.zone(),
                System.lineSeparator().equals("\n") ? "lf" : "crlf");
    }

    /** Asked for with each delta set. */
    static int number() {
        Settings now = Settings.now();
        Known last = known;
        if (last == null || !last.settings().equals(now)) {
            last = new Known(now, text(now).hashCode());
            known = last;
        }
        return last.number();
    }
}
