package org.sojourn.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.Networks;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Network;

/**
 * By what places of several machines know each other: certificates, unless the user has said that they speak in clear. They are made for
 * the run, where it is started, or lie in a folder: {@code ca.pem}, and for each place {@code p0.pem} and {@code p0.key}.
 */
final class Identities {
    private final boolean plain;
    private final @Nullable Path folder;
    private Network.@Nullable Authority authority;
    private boolean isBegun;

    /**
     * Nothing is made before others can reach a place.
     *
     * @param plain whether places speak in clear
     * @param folder where the certificates are; null for those that are made
     */
    Identities(boolean plain, @Nullable Path folder) {
        if (plain && folder != null) {
            throw new Usage("--plain and --certificates contradict each other; give one of them");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw new Usage("--certificates " + folder + " isn't a folder");
        }
        this.plain = plain;
        this.folder = folder;
    }

    /** Other machines reach the places from now on. */
    synchronized void begin() {
        isBegun = true;
        if (plain) {
            System.err.println(
                    "sojourn: places speak in clear (--plain): anyone on the network of their machines can read and"
                            + " change their traffic");
        } else if (folder == null) {
            authority = Networks.find().authority(Duration.ofDays(Bound.CERTIFICATE_DAYS.value()));
        }
    }

    /** Whether places speak in clear though others can reach them. */
    synchronized boolean areInClear() {
        return isBegun && plain;
    }

    /**
     * What a place shows.
     *
     * @return null if it speaks in clear
     * @throws IllegalStateException if there is nothing for it, a sentence
     */
    synchronized Network.@Nullable Identity of(int place) {
        if (!isBegun || plain) {
            return null;
        }
        Path from = folder;
        if (from == null) {
            return authority == null ? null : authority.identity(place);
        }
        String name = "p" + place;
        try {
            return Networks.find()
                    .identity(place, from.resolve(name + ".key"), from.resolve(name + ".pem"), from.resolve("ca.pem"));
        } catch (IOException e) {
            throw new IllegalStateException("--certificates: " + e.getMessage(), e);
        }
    }
}
