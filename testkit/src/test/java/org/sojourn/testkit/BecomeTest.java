package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Behaviours that replace each other: a turnstile, a session, a lock; and what stays. */
class BecomeTest extends OnePlace {
    private static final Duration SECOND = Duration.ofSeconds(1);

    // ---- a turnstile: two behaviours, one mailbox
    // ----------------------------------------------------------------------

    private static final class Turnstile extends Actor<String> {
        private final Handle<Object> out;

        Turnstile(Handle<Object> out) {
            this.out = out;
        }

        @Override
        protected void process(String event) {
            if (event.equals("coin")) {
                become(this::open);
            } else {
                out.send("locked");
            }
        }

        private void open(String event) {
            out.send(event.equals("coin") ? "thanks" : "passed");
            if (event.equals("push")) {
                unbecome();
            }
        }
    }

    @Test
    void become_nextMessage_isTheFirstOfTheNewBehaviour() {
        Handle<Object> out = probe.handle();
        Handle<String> turnstile = place.create(() -> new Turnstile(out));
        for (String event : "push coin coin push push coin push".split(" ")) {
            turnstile.send(event);
        }

        for (String answer : "locked thanks passed locked passed".split(" ")) {
            probe.expect(answer);
        }
        probe.expectNothing();
    }

    // ---- a lock: behaviours with their own mailboxes
    // --------------------------------------------------------------------

    private sealed interface Locking {}

    private record Acquire(String who, ReplyTo<String> asker) implements Locking {}

    private record Release(String who) implements Locking {}

    /** Who has to wait, waits in the mailbox. */
    private static final class Lock extends Selector<Locking> {
        static final Mailbox<Release> RELEASES = Mailbox.of("releases", Release.class);
        static final Mailbox<Acquire> ACQUIRES = Mailbox.of("acquires", Acquire.class);

        private String holder = "";

        Lock() {
            super(RELEASES, ACQUIRES);
            become(this::free, ACQUIRES);
        }

        private void free(Locking message) {
            Acquire acquire = (Acquire) message;
            holder = acquire.who();
            acquire.asker().reply(holder);
            become(this::taken, RELEASES);
        }

        private void taken(Locking message) {
            if (((Release) message).who().equals(holder)) {
                become(this::free, ACQUIRES);
            }
        }

        @Override
        protected void process(Locking message) {
            throw new IllegalStateException("never: the constructor has become something else");
        }
    }

    @Test
    void become_withMailboxes_opensThoseAndClosesTheOthers() {
        Handle<Locking> lock = place.create(Lock::new);
        var first = lock.request((ReplyTo<String> asker) -> new Acquire("a", asker), SECOND);
        var second = lock.request((ReplyTo<String> asker) -> new Acquire("b", asker), SECOND);
        var third = lock.request((ReplyTo<String> asker) -> new Acquire("c", asker), SECOND);
        assertThat(place.await(first)).isEqualTo("a");
        place.run();
        assertThat(second).isNotDone();

        lock.send(new Release("a"));
        assertThat(place.await(second)).isEqualTo("b");
        assertThat(third).isNotDone();
        lock.send(new Release("b"));
        assertThat(place.await(third)).isEqualTo("c");
    }

    private static final class Undeclared extends Selector<Object> {
        private final Handle<Object> out;

        Undeclared(Handle<Object> out) {
            super(Scripted.WORDS);
            this.out = out;
        }

        @Override
        protected void process(Object message) {
            try {
                become(unwanted -> out.send("became"), Scripted.WORDS, Scripted.NUMBERS);
            } catch (IllegalArgumentException e) {
                out.send(String.valueOf(e.getMessage()));
            }
        }
    }

    @Test
    void become_undeclaredMailbox_changesNothing() {
        Handle<Object> out = probe.handle();
        Handle<Object> selector = place.create(() -> new Undeclared(out));
        for (int i = 0; i < 2; i++) {
            selector.send("word");
            assertThat(probe.expectNext(String.class)).contains("numbers").contains("declare it in super");
        }
    }

    // ---- a session: notices, timers and continuations go on
    // --------------------------------------------------------------

    /** Becomes another before its timer rings, the one it watches exits, and its request is answered. */
    private static final class Session extends Selector<Object> {
        static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);

        private final Handle<Object> out;

        Session(Handle<Object> out, Handle<Object> watched) {
            super(ALL);
            this.out = out;
            watch(
                    watched,
                    ALL,
                    notice -> "translated " + notice.reason().getClass().getSimpleName());
            watch(out, ALL);
            after(SECOND, "timer");
            out.request(Ask::new, SECOND).thenAccept(word -> out.send("continuation of " + word));
            become(this::loggedIn);
        }

        private void loggedIn(Object message) {
            if (message instanceof Exited) {
                throw new IllegalStateException("the probe doesn't exit");
            }
            out.send("logged in: " + message);
        }

        @Override
        protected void process(Object message) {
            out.send("logged out: " + message);
        }
    }

    @Test
    void become_timersNoticesAndContinuations_goOn() {
        Handle<Object> out = probe.handle();
        Handle<Object> watched = place.create(() -> new Undeclared(out));
        place.create(() -> new Session(out, watched));

        probe.expectNext(Ask.class).asker().reply("yes");
        probe.expect("continuation of yes");
        watched.stop();
        probe.expect("logged in: translated Stopped");
        place.advance(SECOND);
        probe.expect("logged in: timer");
    }

    /** Throws in what it has become. */
    private static final class Failing extends Actor<String> {
        Failing() {
            become(message -> {
                throw new IOException("no " + message);
            });
        }

        @Override
        protected void process(String message) {}
    }

    @Test
    void become_behaviourThatThrows_failsTheSelector() {
        Handle<String> failing = place.create(Failing::new);
        probe.watch(failing);

        failing.send("use");

        assertThat(probe.expectExited(failing))
                .isInstanceOfSatisfying(
                        ExitReason.Failed.class,
                        failed -> assertThat(failed.description()).contains("no use"));
    }
}
