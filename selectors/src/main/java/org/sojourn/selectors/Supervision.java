package org.sojourn.selectors;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.watch.Recovery;
import org.sojourn.kernel.watch.Watches;

/**
 * What becomes of a selector when its code throws. The creator of a selector decides, by the factory that it gives:
 *
 * <pre>{@code
 * Supervision threeAMinute = Supervision.restart(3, Duration.ofMinutes(1));
 * Handle<Job> worker = system.create(place, threeAMinute.of(() -> new Worker(database)));
 * }</pre>
 *
 * <p>A failure is whatever a constructor, {@code preStart}, {@code process}, a constraint or a continuation of a request throws.
 * It is logged in each case. The message in which it happened is not processed again.
 *
 * <ul>
 *   <li>{@link #stop}: the selector ends; watchers are told. So it is without supervision, too.
 *   <li>{@link #resume}: it goes on with the next message, in the state in which the failure left it. A failure of a
 *       constructor, {@code preStart} or a constraint would come again: it ends the selector.
 *   <li>{@link #restart}: {@code postExit} is called, and the factory constructs another selector in place of the failed one,
 *       with the same name, so every handle remains good, and the same mail, in order; guards are as declared. Watchers
 *       aren't told. What the failed one watched isn't watched any more, and answers to its requests are dead letters:
 *       constructor and {@code preStart} begin anew. A pause lasts. What exceeds the bound ends the selector.
 *   <li>{@link #escalate}: it ends, and its <em>scope</em> fails by that.
 * </ul>
 *
 * <p><b>Scopes.</b> A scope is a selector, at any place: often the one that creates the others. Its members end when it ends, is
 * restarted, or is lost with its place. When a failure escalates, the scope fails as if it had thrown, and its own
 * supervision decides: a scope that is restarted creates its members anew, so a whole group begins again.
 *
 * <p>A selector that has called {@code exit()}, or was stopped, ends in any case. Immutable.
 */
public final class Supervision {
    private static final int MOST = Bound.SUPERVISED_RESTARTS.intValue();
    private static final Duration LONGEST = Duration.ofDays(Bound.TIMER_DAYS.value());
    private static final Recovery.Order[] ORDERS = Recovery.Order.values();

    private final Recovery.Order order;
    private final int times;
    private final long withinNanos;
    private final @Nullable Handle<?> scope;

    private Supervision(Recovery.Order order, int times, long withinNanos, @Nullable Handle<?> scope) {
        this.order = order;
        this.times = times;
        this.withinNanos = withinNanos;
        this.scope = scope;
    }

    /**
     * A failure ends the selector.
     *
     * @return what holds without supervision
     */
    public static Supervision stop() {
        return new Supervision(Recovery.Order.STOP, 0, 0, null);
    }

    /**
     * A failure costs the message in which it happened, and nothing else.
     *
     * @return supervision without bound
     */
    public static Supervision resume() {
        return new Supervision(Recovery.Order.RESUME, 0, 0, null);
    }

    /**
     * A failure restarts the selector, at once. When it fails once more than so often within the time, it ends.
     *
     * @param times restarts within the time, 1 to 1,000
     * @param within the time, longer than nothing; it slides
     * @return supervision with a bound
     * @throws IllegalArgumentException if a number is out of bounds
     */
    public static Supervision restart(int times, Duration within) {
        Given.duration(within, "within");
        if (times < 1 || times > MOST) {
            throw new IllegalArgumentException(times + " restarts within " + within + "; 1 to " + MOST
                    + " can be allowed: for more, let resume() or a try in the handler deal with it");
        }
        if (within.isNegative() || within.isZero()) {
            throw new IllegalArgumentException(times + " restarts within " + within + "; the time must be positive");
        }
        if (within.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    times + " restarts within " + within + "; the time is at most " + LONGEST.toDays() + " days");
        }
        return new Supervision(Recovery.Order.RESTART, times, within.toNanos(), null);
    }

    /**
     * A failure ends the selector and fails its scope.
     *
     * @param scope the selector that it is a member of
     * @return supervision by another
     */
    public static Supervision escalate(Handle<?> scope) {
        return new Supervision(Recovery.Order.STOP, 0, 0, Given.handle(scope, "scope"));
    }

    /**
     * Returns this supervision with a scope, which a failure that this one can't mend fails, instead of just ending the
     * selector: after {@link #restart}, one that exceeds the bound.
     *
     * @param owner the selector that the supervised one is a member of
     * @return another supervision
     */
    public Supervision thenEscalate(Handle<?> owner) {
        return new Supervision(order, times, withinNanos, Given.handle(owner, "owner"));
    }

    /**
     * Puts what a factory makes under this supervision. If it is under another already, this one counts.
     *
     * @param factory constructs the selector, again after each failure that restarts it: a new one each time
     * @param <M> its messages
     * @return a factory, for {@code create}; it may travel if the given one may
     */
    public <M> SelectorFactory<M> of(SelectorFactory<M> factory) {
        Given.factory(factory);
        // A lambda of values that travel, since lambdas travel as such and not within objects.
        int what = order.ordinal();
        int most = times;
        long within = withinNanos;
        Handle<?> owner = scope;
        int life = owner == null ? 0 : Recovery.Scope.of(owner.target()).life();
        return () -> {
            Recovery.Scope its = owner == null ? null : new Recovery.Scope(owner.target(), life);
            Cell part = Selector.current();
            Watches watches = SelectorPlace.of(part).kernel().watches();
            new Recovery(watches, ORDERS[what], most, within, new SelectorPlace.FactoryBirth(factory, ""), its)
                    .begin(part);
            return factory.create();
        };
    }
}
