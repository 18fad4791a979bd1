package org.sojourn.net.membership;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;
import org.sojourn.kernel.port.Membership.View;

/** Keeps what a listener is told, and notices when it is told by two threads at once. */
final class Recorder implements Membership.Listener {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final List<View> views = new CopyOnWriteArrayList<>();
    final List<String> expulsions = new CopyOnWriteArrayList<>();
    final AtomicBoolean overlapped = new AtomicBoolean();
    private final AtomicBoolean inside = new AtomicBoolean();

    @Override
    public void view(View view) {
        enter(() -> views.add(view));
    }

    @Override
    public void expelled(String cause) {
        enter(() -> expulsions.add(cause));
    }

    Optional<View> last() {
        return views.isEmpty() ? Optional.empty() : Optional.of(views.get(views.size() - 1));
    }

    void awaitMembers(Member... members) {
        List<Member> expected = List.of(members);
        awaitView(view -> view.members().equals(expected), "members " + describe(expected));
    }

    void awaitView(Predicate<View> condition, String what) {
        await(what + " in " + this)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> last().filter(condition).isPresent());
    }

    String awaitExpulsion() {
        await("an expulsion")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !expulsions.isEmpty());
        return expulsions.get(0);
    }

    private static String describe(List<Member> members) {
        return members.toString();
    }

    private void enter(Runnable call) {
        if (!inside.compareAndSet(false, true)) {
            overlapped.set(true);
        }
        call.run();
        inside.set(false);
    }
}
