package org.sojourn.host.place;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The events of the flight recorder. Those that come with every message are disabled unless a recording enables them. */
final class FlightEvents {
    private static final String SOJOURN = "Sojourn";

    private FlightEvents() {}

    @Name("org.sojourn.Processing")
    @Label("Processing")
    @Description("A selector has processed a message")
    @Category(SOJOURN)
    @Enabled(false)
    @StackTrace(false)
    static final class Processing extends Event {
        @Label("Place")
        String place = "";

        @Label("Selector")
        String selector = "";

        @Label("Mailbox")
        String mailbox = "";

        @Label("Class of the message")
        String message = "";
    }

    @Name("org.sojourn.Inline")
    @Label("Inline Processing")
    @Description("A selector has processed a message on its sender's stack")
    @Category(SOJOURN)
    @Enabled(false)
    @StackTrace(false)
    static final class Inline extends Event {
        @Label("Place")
        String place = "";

        @Label("Sender")
        String sender = "";

        @Label("Selector")
        String selector = "";

        @Label("Class of the message")
        String message = "";
    }

    @Name("org.sojourn.Send")
    @Label("Send")
    @Description("A message was sent. A message from another place is recorded there, and once more where it arrives,"
            + " without a sender")
    @Category(SOJOURN)
    @Enabled(false)
    @StackTrace(false)
    static final class Send extends Event {
        @Label("Place")
        String place = "";

        @Label("Sender")
        String sender = "";

        @Label("Receiver")
        String receiver = "";

        @Label("Mailbox")
        String mailbox = "";

        @Label("Class of the message")
        String message = "";
    }

    @Name("org.sojourn.Mute")
    @Label("Mute")
    @Description("A selector was muted, because it had sent to a selector that held too much")
    @Category(SOJOURN)
    @StackTrace(false)
    static final class Mute extends Event {
        @Label("Place")
        String place = "";

        @Label("Muted")
        String sender = "";

        @Label("Overloaded")
        String receiver = "";
    }

    @Name("org.sojourn.Policy")
    @Label("Policy")
    @Description("Which policy runs the selectors of a kind, and how many there are")
    @Category(SOJOURN)
    @Period("10 s")
    @StackTrace(false)
    static final class Policy extends Event {
        @Label("Place")
        String place = "";

        @Label("Kind")
        String kind = "";

        @Label("Policy")
        String policy = "";

        @Label("Selectors")
        long selectors;
    }

    @Name("org.sojourn.Correction")
    @Label("Correction of a Policy")
    @Description("A handler has kept a worker from others, so the selectors of its kind are run by another policy")
    @Category(SOJOURN)
    @StackTrace(false)
    static final class Correction extends Event {
        @Label("Place")
        String place = "";

        @Label("Kind")
        String kind = "";

        @Label("Policy before")
        String from = "";

        @Label("Policy after")
        String to = "";

        @Label("Selector")
        String selector = "";

        @Label("Mailbox")
        String mailbox = "";

        @Label("BLOCKS, PINS or HOGS")
        String because = "";

        @Label("Length of the turn")
        @Timespan(Timespan.MILLISECONDS)
        long millis;
    }
}
