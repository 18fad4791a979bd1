package org.sojourn.host.run;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/** What a launcher has asked its places and waits to be told, each question under a number. */
final class Answers {
    private static final System.Logger LOG = System.getLogger(Answers.class.getName());

    private record Question(Member to, CompletableFuture<Notice> answer) {}

    private final Map<Integer, Question> open = new ConcurrentHashMap<>();
    private final AtomicInteger asked = new AtomicInteger();

    /** Those that answer nothing any more. */
    private final Set<Member> over = ConcurrentHashMap.newKeySet();

    /**
     * Asks places, and waits for their answers.
     *
     * @param lines those of the places that are asked
     * @param order the question of a number
     * @param kind what answers it
     * @param patience how long to wait, at most
     * @return what those have said that have answered
     */
    <N extends Notice> Map<Member, N> of(
            Map<Member, Control> lines, IntFunction<Order> order, Class<N> kind, Duration patience) {
        Map<Integer, Question> all = new TreeMap<>();
        lines.forEach((member, line) -> {
            int number = asked.incrementAndGet();
            Question question = new Question(member, new CompletableFuture<>());
            open.put(number, question);
            if (over.contains(member)) {
                question.answer().cancel(false); // it has ended since it was listed
            }
            all.put(number, question);
            tell(line, order.apply(number));
        });
        Map<Member, N> given = new TreeMap<>();
        long deadline = System.nanoTime() + patience.toNanos();
        all.forEach((number, question) -> {
            Notice answer = await(number, question, deadline - System.nanoTime());
            if (kind.isInstance(answer)) {
                given.put(question.to(), kind.cast(answer));
            } else {
                tell(Objects.requireNonNull(lines.get(question.to())), new Order.Forget(number));
            }
        });
        return given;
    }

    private @Nullable Notice await(int number, Question question, long nanos) {
        try {
            return question.answer().get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | CancellationException | TimeoutException e) {
            LOG.log(DEBUG, question.to() + " has not answered", e);
        } finally {
            open.remove(number);
        }
        return null;
    }

    /** A place has answered. */
    void told(int number, Notice answer) {
        Question question = open.get(number);
        if (question != null) {
            question.answer().complete(answer);
        }
    }

    /** A place has ended, and answers nothing any more. */
    void ended(Member member) {
        over.add(member);
        open.values().stream()
                .filter(question -> question.to().equals(member))
                .forEach(question -> question.answer().cancel(false));
    }

    /** Sends an order by a line that may be down: the end of the place is told elsewhere. */
    static void tell(Control line, Order order) {
        try {
            line.send(order);
        } catch (IOException e) {
            LOG.log(DEBUG, "a place couldn't be told {0}: {1}", order, e.getMessage());
        }
    }
}
