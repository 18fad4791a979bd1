package org.sojourn.weave.programs;

import org.sojourn.weave.frame.Polls;

/** Frames that wait hold monitors for those that run. */
public class Locks implements Cloneable {
    private int steps;

    private synchronized int outer(int times) {
        int sum = 0;
        for (int i = 0; i < times; i++) {
            sum += inner(i);
        }
        return sum;
    }

    private int inner(int i) {
        int inside;
        synchronized (Locks.class) {
            synchronized (Locks.class) { // once more
                inside = innermost(i);
            }
            inside += Thread.holdsLock(Locks.class) ? 0 : -200;
        }
        return Thread.holdsLock(Locks.class) ? -300 : inside;
    }

    private int failing() {
        try {
            synchronized (Locks.class) {
                fail();
            }
        } catch (IllegalStateException e) {
            return Thread.holdsLock(Locks.class) ? -400 : 1;
        }
        return 0;
    }

    private static void fail() {
        Polls.poll();
        throw new IllegalStateException("on purpose");
    }

    private int innermost(int i) {
        Polls.poll();
        notifyAll();
        Locks.class.notifyAll();
        steps++;
        return Thread.holdsLock(this) && Thread.holdsLock(Locks.class) ? i : -100;
    }

    private static final class Sub extends Locks {}

    private static Object copy(Sub sub) throws CloneNotSupportedException {
        Polls.poll();
        Object copy = sub.clone();
        Polls.poll();
        return copy;
    }

    /** Runs it all. */
    public static String main() throws CloneNotSupportedException {
        Locks locks = new Locks();
        int sum = locks.outer(5) + locks.failing();
        boolean isFree = !Thread.holdsLock(locks) && !Thread.holdsLock(Locks.class);
        return sum + " " + locks.steps + " " + isFree + " " + (copy(new Sub()) instanceof Sub);
    }
}
