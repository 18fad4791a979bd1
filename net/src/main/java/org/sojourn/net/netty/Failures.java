package org.sojourn.net.netty;

import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** What went wrong on a connection, as a clause about its other end. */
final class Failures {
    private static final String ALERT = "Received fatal alert: ";

    private Failures() {}

    /** Returns whether somebody speaks TLS wrongly, or isn't trusted; else it is the network's doing, or our own. */
    static boolean isRefusal(Throwable failure) {
        Throwable bare = bare(failure);
        return bare instanceof SSLException && !(bare.getCause() instanceof ClosedChannelException);
    }

    /** Returns whether the network did it. */
    static boolean isOfTheNetwork(Throwable failure) {
        return bare(failure) instanceof IOException;
    }

    private static Throwable bare(Throwable failure) {
        return failure instanceof DecoderException && failure.getCause() != null ? failure.getCause() : failure;
    }

    static String sentence(Throwable failure) {
        Throwable bare = bare(failure);
        if (bare instanceof NotSslRecordException) {
            return "it doesn't speak TLS, and this place does with everybody";
        }
        for (Throwable cause = bare; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return String.valueOf(cause.getMessage());
            }
        }
        String message = String.valueOf(bare.getMessage());
        if (!(bare instanceof SSLException)) {
            return message;
        }
        int alert = message.indexOf(ALERT);
        if (alert >= 0) {
            return "it refuses this place (" + message.substring(alert + ALERT.length()) + "); its log has the cause";
        }
        if (message.contains("Empty client certificate")) {
            return "it shows no certificate";
        }
        if (message.contains("protocol version")) {
            return "it speaks no TLS 1.3 (" + message + ")";
        }
        return "TLS failed: " + message;
    }
}
