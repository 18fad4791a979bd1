package org.sojourn.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Tracer;

/** Numbers what is processed, and remembers what each was processed for. All places of a simulation share one. */
final class RecordingTracer implements Tracer {
    /** The context of the processing with this number; its number is what travels. */
    record Numbered(int number) implements Carried {
        @Override
        public String parent() {
            return Integer.toString(number);
        }

        @Override
        public String state() {
            return "test=" + number;
        }
    }

    /** One processing: for which other it was; 0 if for none. */
    record Seen(int number, int cause, String receiver, String message) {}

    private final List<Seen> seen = new ArrayList<>();
    private final ThreadLocal<@Nullable Carried> now = new ThreadLocal<>();

    synchronized List<Seen> seen() {
        return List.copyOf(seen);
    }

    /** Who processed what for whose message, as {@code Receiver(Message) < Receiver}. */
    synchronized List<String> causes() {
        return seen.stream()
                .map(each -> each.receiver() + "(" + each.message() + ") < "
                        + (each.cause() == 0
                                ? "nothing"
                                : seen.get(each.cause() - 1).receiver()))
                .toList();
    }

    @Override
    public @Nullable Carried current() {
        return now.get();
    }

    @Override
    public @Nullable Carried arrived(String parent, String state) {
        return state.equals("test=" + parent) ? new Numbered(Integer.parseInt(parent)) : null;
    }

    @Override
    public Scope resume(@Nullable Carried carried) {
        Carried before = now.get();
        now.set(carried);
        return () -> now.set(before);
    }

    @Override
    public synchronized Processing processing(
            String receiver, String mailbox, String message, @Nullable Carried carried) {
        int number = seen.size() + 1;
        String kind = receiver.split(" ")[0];
        seen.add(new Seen(
                number,
                carried == null ? 0 : ((Numbered) carried).number(),
                kind.substring(kind.lastIndexOf('.') + 1),
                message.substring(Math.max(message.lastIndexOf('$'), message.lastIndexOf('.')) + 1)));
        Scope scope = resume(new Numbered(number));
        return failure -> scope.close();
    }
}
