package org.sojourn.net.codec;

import static java.lang.System.Logger.Level.WARNING;

import org.apache.fory.logging.LoggerFactory;

/**
 * What Fory wants of the JVM, and the JVM warns of. Nothing within the process can keep the JVM from that, but an option can, or the manifest
 * of the jar that it was started with; so these are named, just before.
 */
final class UnsafeAccess {
    private static final System.Logger LOG = System.getLogger(UnsafeAccess.class.getName());
    private static final int WARNS = 24;

    private UnsafeAccess() {}

    /** Says what silences the JVM, if it is about to warn. */
    static void explain() {
        if (isWarnedOf(
                Runtime.version().feature(),
                Object.class.getModule().isOpen("java.lang.invoke", LoggerFactory.class.getModule()),
                System.getProperty("sun.misc.unsafe.memory.access", ""))) {
            LOG.log(
                    WARNING,
                    "the JVM warns now of sun.misc.Unsafe, which the serialiser (Apache Fory) uses; start it with"
                            + " --add-opens=java.base/java.lang.invoke=ALL-UNNAMED, or put"
                            + " \"Add-Opens: java.base/java.lang.invoke\" into the manifest of the program's jar");
        }
    }

    static boolean isWarnedOf(int feature, boolean isOpen, String allowed) {
        return feature >= WARNS && !isOpen && !allowed.equals("allow");
    }
}
