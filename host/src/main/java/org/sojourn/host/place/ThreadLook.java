package org.sojourn.host.place;

import java.util.Set;

/**
 * What a thread was doing when it was looked at.
 *
 * @param doing what
 * @param stack where
 */
record ThreadLook(Doing doing, StackTraceElement[] stack) {
    /** What a thread that runs a handler may be doing. */
    enum Doing {
        /** It runs, or would if it had a core. */
        COMPUTES,
        /** It waits, for whatever reason but a monitor, which is held for a few instructions, mostly. */
        WAITS,
        /** It waits for a monitor. */
        ENTERS,
        /** It is in native code of the JDK, as for a socket. */
        IN_JDK,
        /** It is in native code of the JDK for a file. */
        IN_FILE,
        /** It is in native code of others. */
        IN_NATIVE;

        /** Whether the thread is taken from others that could use it. */
        boolean isBlocking() {
            return this != COMPUTES;
        }

        /** Whether a virtual thread would keep its carrier meanwhile. */
        boolean isPinning() {
            return this == IN_FILE || this == IN_NATIVE;
        }
    }

    /** Native methods of these classes wait for nothing, or show in the state of the thread. */
    private static final Set<String> QUICK = Set.of(
            "java.lang.Object", "java.lang.System", "java.lang.Thread", "java.lang.Class", "java.lang.StrictMath");

    /** Native methods of these classes ask the file system; the JDK gives up no carrier there, and adds none for the time. */
    private static final Set<String> FILES = Set.of(
            "java.io.FileInputStream",
            "java.io.FileOutputStream",
            "java.io.RandomAccessFile",
            "java.io.UnixFileSystem",
            "java.io.WinNTFileSystem",
            "sun.nio.ch.FileDispatcherImpl",
            "sun.nio.ch.UnixFileDispatcherImpl",
            "sun.nio.fs.UnixNativeDispatcher",
            "sun.nio.fs.WindowsNativeDispatcher");

    static ThreadLook at(Thread thread) {
        Thread.State state = thread.getState();
        StackTraceElement[] stack = thread.getStackTrace();
        return new ThreadLook(
                switch (state) {
                    case WAITING, TIMED_WAITING -> Doing.WAITS;
                    case BLOCKED -> Doing.ENTERS;
                    default -> running(stack);
                },
                stack);
    }

    private static Doing running(StackTraceElement[] stack) {
        if (stack.length == 0 || !stack[0].isNativeMethod() || QUICK.contains(stack[0].getClassName())) {
            return Doing.COMPUTES;
        }
        String type = stack[0].getClassName();
        if (FILES.contains(type)) {
            return Doing.IN_FILE;
        }
        return type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.")
                ? Doing.IN_JDK
                : Doing.IN_NATIVE;
    }
}
