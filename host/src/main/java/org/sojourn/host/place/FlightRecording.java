package org.sojourn.host.place;

import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Census;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Events;

/**
 * Has the kernel tell the flight recorder what a recording asks for. Nobody tells a place that a recording has begun or ended,
 * so it looks now and then; the flight recorder isn't woken for it.
 */
final class FlightRecording implements Events {
    private final Kernel kernel;
    private final String place;
    private final Runnable policies = this::policies;
    private boolean isKnown;

    FlightRecording(Kernel kernel) {
        this.kernel = kernel;
        this.place = kernel.site().self().toString();
    }

    /** Looks what is to be recorded. For one thread. */
    void look() {
        if (!FlightRecorder.isInitialized()) {
            return;
        }
        if (!isKnown) {
            isKnown = true;
            FlightRecorder.addPeriodicEvent(FlightEvents.Policy.class, policies);
        }
        kernel.observation()
                .observe(
                        wanted(FlightEvents.Processing.class, FlightEvents.Inline.class),
                        wanted(FlightEvents.Send.class),
                        wanted(FlightEvents.Mute.class));
    }

    /** Looks no more. For the same thread, or after it. */
    void stop() {
        if (FlightRecorder.isInitialized()) {
            FlightRecorder.removePeriodicEvent(policies);
        }
    }

    @SafeVarargs
    private @Nullable Events wanted(Class<? extends Event>... types) {
        for (Class<? extends Event> type : types) {
            if (EventType.getEventType(type).isEnabled()) {
                return this;
            }
        }
        return null;
    }

    @Override
    public Span processing(String receiver, String mailbox, String message, String inlineFor) {
        FlightEvents.Processing event = new FlightEvents.Processing();
        event.place = place;
        event.selector = receiver;
        event.mailbox = mailbox;
        event.message = message;
        event.begin();
        if (inlineFor.isEmpty()) {
            return event::commit;
        }
        FlightEvents.Inline inline = new FlightEvents.Inline();
        inline.place = place;
        inline.sender = inlineFor;
        inline.selector = receiver;
        inline.message = message;
        inline.begin();
        return () -> {
            inline.commit();
            event.commit();
        };
    }

    @Override
    public void sent(String sender, String receiver, String mailbox, String message) {
        FlightEvents.Send event = new FlightEvents.Send();
        event.place = place;
        event.sender = sender;
        event.receiver = receiver;
        event.mailbox = mailbox;
        event.message = message;
        event.commit();
    }

    @Override
    public Span muted(String sender, String receiver) {
        FlightEvents.Mute event = new FlightEvents.Mute();
        event.place = place;
        event.sender = sender;
        event.receiver = receiver;
        event.begin();
        return event::commit;
    }

    private void policies() {
        for (Census.Ruled ruled : kernel.parts().census().ruled()) {
            FlightEvents.Policy event = new FlightEvents.Policy();
            event.place = place;
            event.kind = ruled.kind();
            event.policy = ruled.policy();
            event.selectors = ruled.alive();
            event.commit();
        }
    }
}
