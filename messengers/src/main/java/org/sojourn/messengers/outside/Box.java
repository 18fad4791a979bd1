package org.sojourn.messengers.outside;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bounded queue with priorities: the highest first, and of one priority the oldest. Guarded by whoever has it. */
final class Box {
    /** The highest priority. */
    static final int HIGHEST = 7;

    /** The highest priority that isn't the system's. */
    static final int HIGHEST_OF_USERS = 5;

    static final int MOST_MESSAGES = OutsideBound.MESSAGES.intValue();
    static final int MOST_CHARACTERS = OutsideBound.CHARACTERS.intValue();

    /**
     * A message.
     *
     * @param age the later ones have higher numbers
     * @param client who has sent it, or is to have it
     * @param fault what fails the run if nobody reads this; null for nothing
     */
    record Message(
            int priority,
            long age,
            int client,
            String text,
            @Nullable String fault) {
        boolean goesBefore(Message other) {
            return priority > other.priority || (priority == other.priority && age < other.age);
        }
    }

    private final List<Deque<Message>> byPriority = new ArrayList<>();
    private int messages;
    private int characters;

    Box() {
        for (int i = 0; i <= HIGHEST; i++) {
            byPriority.add(new ArrayDeque<>(1));
        }
    }

    /** Takes a message; false if there is no room. */
    boolean offer(Message message) {
        int more = message.text().length();
        if (messages >= MOST_MESSAGES || characters + more > MOST_CHARACTERS) {
            return false;
        }
        byPriority.get(message.priority()).add(message);
        messages++;
        characters += more;
        return true;
    }

    /** Takes a message back that was here before, to its old place. It has had its room. */
    void restore(Message message) {
        Deque<Message> its = byPriority.get(message.priority());
        Deque<Message> older = new ArrayDeque<>();
        for (Message each = its.peek(); each != null && each.age() < message.age(); each = its.peek()) {
            older.push(its.remove());
        }
        its.addFirst(message);
        older.forEach(its::addFirst);
        messages++;
        characters += message.text().length();
    }

    /** {@return the next message; null for none} It stays. */
    @Nullable
    Message peek() {
        for (int i = HIGHEST; i >= 0 && messages > 0; i--) {
            Message first = byPriority.get(i).peek();
            if (first != null) {
                return first;
            }
        }
        return null;
    }

    /** {@return the next message; null for none} It goes. */
    @Nullable
    Message poll() {
        Message next = peek();
        if (next != null) {
            byPriority.get(next.priority()).remove();
            messages--;
            characters -= next.text().length();
        }
        return next;
    }

    int messages() {
        return messages;
    }
}
