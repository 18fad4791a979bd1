package org.sojourn.net.membership;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jspecify.annotations.Nullable;

/**
 * JGroups' question to a suspect whether it lives, asked again until it is answered or time is up.
 *
 * <p>JGroups asks once. A reset connection raises a suspicion, and the question goes over the next connection: if that
 * one is reset too, the question or its answer is gone, and a member that has never been silent would be declared dead.
 */
final class PersistentVerification extends VERIFY_SUSPECT2 {
    private static final int QUESTIONS = 10;

    private final long everyMillis;
    private @Nullable Future<?> repetition;

    /** Who asks again, and suspects nobody by that: an answer may just have come. */
    private volatile @Nullable Thread asking;

    /** @param limitMillis how long a suspect has for its answer; at least {@value #QUESTIONS} */
    PersistentVerification(long limitMillis) {
        setId(ClassConfigurator.getProtocolId(VERIFY_SUSPECT2.class));
        setTimeout(limitMillis);
        everyMillis = Math.max(1, limitMillis / QUESTIONS);
    }

    @Override
    public synchronized void start() throws Exception {
        super.start();
        repetition = timer.scheduleAtFixedRate(this::goOn, everyMillis, everyMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized void stop() {
        if (repetition != null) {
            repetition.cancel(false);
        }
        super.stop();
    }

    /** Who is suspected already keeps the end of its time. */
    @Override
    protected synchronized void addSuspects(@Nullable Collection<Address> named) {
        if (named != null && Thread.currentThread() != asking) {
            Set<Address> fresh = new HashSet<>(named);
            suspects.forEach(each -> fresh.remove(each.suspect()));
            super.addSuspects(fresh);
        }
    }

    private void goOn() {
        run();
        List<Address> open = new ArrayList<>();
        synchronized (this) {
            suspects.forEach(each -> open.add(each.suspect()));
        }
        asking = Thread.currentThread();
        verifySuspect(open);
        asking = null;
    }
}
