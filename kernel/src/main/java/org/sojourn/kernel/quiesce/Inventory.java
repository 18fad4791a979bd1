package org.sojourn.kernel.quiesce;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.part.Kernel;
import org.sojourn.kernel.port.Member;

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
                kernel,
                PacketKind.INVENTORY,
                PacketKind.INVENTORY_ANSWER,
                this::own,
                PlaceReport::write,
                PlaceReport::read);
    }

    public PlaceReport own() {
        return PlaceReport.of(kernel, busyPermille.getAsInt());
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
