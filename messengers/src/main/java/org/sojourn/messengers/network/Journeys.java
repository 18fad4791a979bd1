package org.sojourn.messengers.network;

import static java.lang.System.Logger.Level.WARNING;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Member;

/** The {@link Journey}s that began at this place, and what messengers here give back to those of other places. */
final class Journeys {
    private static final System.Logger LOG = System.getLogger("org.sojourn.messengers");

    private final Nodes place;
    private final AtomicLong last = new AtomicLong();
    private final Map<Long, Journey> open = new ConcurrentHashMap<>();

    Journeys(Nodes place) {
        this.place = place;
    }

    /** Has a messenger begin one, before it runs. */
    CompletableFuture<Void> begin(Messenger first) {
        long number = last.incrementAndGet();
        Journey journey = new Journey();
        open.put(number, journey);
        first.share = new Share(place.site().self(), number, 0);
        return journey.end();
    }

    /** A messenger has ended. */
    void giveBack(Messenger ended) {
        Share share = ended.share;
        if (share == null) {
            return;
        }
        ended.share = null;
        if (share.home.equals(place.site().self())) {
            returned(share.journey, share.halvings());
            return;
        }
        PacketWriter packet = Packets.of(Packets.RETURNED, 64).u8(0);
        share.write(packet);
        place.site().switchboard().send(share.home, share.journey, packet);
    }

    /** A messenger has failed: whoever waits for its journey is told. Returns whether somebody may. */
    boolean fails(Messenger failed, String sentence) {
        Share share = failed.share;
        if (share == null) {
            return false;
        }
        if (share.home.equals(place.site().self())) {
            failed(share.journey, sentence);
            return true;
        }
        PacketWriter packet = Packets.of(Packets.RETURNED, 64).u8(1);
        share.write(packet);
        place.site().switchboard().send(share.home, share.journey, packet.text(sentence));
        return true;
    }

    /** Another place has sent something back. */
    void returned(PacketReader packet) {
        boolean isFault = packet.u8() != 0;
        Share share = Share.read(packet);
        if (isFault) {
            failed(share.journey, packet.text());
        } else {
            returned(share.journey, share.halvings());
        }
    }

    private void returned(long number, int halvings) {
        Journey journey = open.get(number);
        if (journey != null && journey.returned(halvings)) {
            open.remove(number);
            place.site().policy().submit(journey::over); // programs' callbacks: not on the links' thread
        }
    }

    private void failed(long number, String sentence) {
        @Nullable Journey journey = open.get(number);
        if (journey != null) {
            if (journey.end().isCancelled()) {
                LOG.log(
                        WARNING,
                        "the caller that waited for the end of an injection isn''t there any more: {0}",
                        sentence);
                place.faults().unheard(sentence);
            }
            journey.failed(sentence);
            place.site().policy().submit(journey::over);
        }
    }

    /** A place is lost, perhaps with messengers of any journey. */
    void lost(Member member) {
        if (place.site().switchboard().hasParted(member)) {
            return; // its messengers have gone on elsewhere
        }
        open.values().removeIf(each -> {
            each.failed(
                    "the place " + Nodes.nameOf(member) + " is lost, and perhaps messengers of this journey with it");
            place.site().policy().submit(each::over);
            return true;
        });
    }
}
