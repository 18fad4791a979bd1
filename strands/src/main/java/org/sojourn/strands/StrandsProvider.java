package org.sojourn.strands;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sojourn.kernel.place.GuestProvider;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.weave.wire.Remaining;

/** Brings strands to places. Found by its name in {@code META-INF/services}. */
public final class StrandsProvider implements GuestProvider {
    @Override
    public Class<?> type() {
        return Strands.class;
    }

    /** What strands have in their mail and frames besides, and the class that asks for it. */
    @Override
    public Set<String> travelling() {
        Set<String> names = new HashSet<>(Remaining.travelling());
        names.addAll(List.of(
                Wake.class.getName(),
                Wake.What.class.getName(),
                Strand.class.getName(),
                Job.Claim.class.getName(),
                HopRefusedException.class.getName()));
        return names;
    }

    @Override
    public Object open(Kernel kernel, Ground ground) {
        return new Strands(kernel, ground);
    }
}
