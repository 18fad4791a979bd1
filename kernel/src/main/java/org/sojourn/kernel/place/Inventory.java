package org.sojourn.kernel.place;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import org.sojourn.kernel.balance.Population;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.kernel.quiesce.Survey;

/**
 * Asks every place for its {@link PlaceReport}. While a run goes on the reports are of slightly different instants;
 * after termination was announced they are exact.
 */
public final class Inventory {
    private final Kernel kernel;
    private final IntSupplier busyPermille;
    private final Survey<PlaceReport> survey;

    /**
     * Answers for this place, and asks others when told to.
     *
     * @param busyPermille the share of time in which this place's workers were busy, in thousandths
     */
    public Inventory(Kernel kernel, IntSupplier busyPermille) {
        this.kernel = kernel;
        this.busyPermille = busyPermille;
        this.survey = new Survey<>(
                kernel.site(),
                PacketKind.INVENTORY,
                PacketKind.INVENTORY_ANSWER,
                this::own,
                PlaceReport::write,
                PlaceReport::read);
    }

    public PlaceReport own() {
        Population population = kernel.population();
        Switchboard.Counters counters = kernel.site().switchboard().counters();
        long lifted = kernel.muting().lifted(); // read before the mutes, of which they are some
        return new PlaceReport(
                population.alive(),
                kernel.parts().census().worked(),
                kernel.parts().census().created(),
                kernel.parts().census().processed(),
                counters.sent(),
                counters.received(),
                population.moves(),
                kernel.site().deadLetters().total(),
                kernel.parts().census().restarts(),
                population.failed(),
                kernel.muting().mutes(),
                lifted,
                population.failures(),
                kernel.site().deadLetters().mistakes(),
                kernel.requests().owed(PlaceReport.SENTENCES),
                population.stalled(PlaceReport.SENTENCES),
                kernel.parts().census().starved(),
                kernel.site().traffic(),
                busyPermille.getAsInt(),
                population.done());
    }

    /**
     * Asks every place.
     *
     * @return completed, on the links' thread, when each has answered or is lost
     */
    public CompletableFuture<Map<Member, PlaceReport>> ask() {
        return survey.ask();
    }
}
