package org.sojourn.kernel.watch;

/**
 * The bond between a scope, which is a part, and its members: a watch each way on which the kernel acts. It takes the number of a
 * mailbox that no part can have:
 *
 * <pre>
 *   code = HIGHEST - 2 * life - role
 *   life    of the scope: a restarted scope has nothing to do with the members of its former life; 0 is any
 *   role    0: held by the member, which ends when that life of the scope does
 *           1: held by the scope, which fails when the member does
 * </pre>
 */
final class Bond {
    /** All numbers up to this are bonds. */
    static final int HIGHEST = -16;

    private static final int ANY_LIFE = 0;
    private static final int TO_SCOPE = 0;
    private static final int OF_MEMBER = 1;

    private Bond() {}

    static int toScope(int life) {
        return HIGHEST - 2 * life - TO_SCOPE;
    }

    static int ofMember(int life) {
        return HIGHEST - 2 * life - OF_MEMBER;
    }

    /** Whether a member holds it to its scope. */
    static boolean isTo(int mailbox) {
        return is(mailbox, TO_SCOPE);
    }

    static boolean isTo(int mailbox, int life) {
        return isTo(mailbox) && isOfLife(mailbox, life);
    }

    /** Whether a scope holds it. */
    static boolean isOf(int mailbox) {
        return is(mailbox, OF_MEMBER);
    }

    static boolean isOf(int mailbox, int life) {
        return isOf(mailbox) && isOfLife(mailbox, life);
    }

    private static boolean is(int mailbox, int role) {
        return mailbox <= HIGHEST && ((HIGHEST - mailbox) & 1) == role;
    }

    private static boolean isOfLife(int mailbox, int life) {
        int its = (HIGHEST - mailbox) >> 1;
        return its == life || its == ANY_LIFE;
    }
}
