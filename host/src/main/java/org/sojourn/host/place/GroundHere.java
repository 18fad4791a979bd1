package org.sojourn.host.place;

import org.sojourn.kernel.place.GuestProvider;
import org.sojourn.selectors.SelectorPlace;

/** What a place of a host gives to its guests. */
final class GroundHere implements GuestProvider.Ground {
    private static final long SEED = 42;

    private final PlaceSettings settings;
    private final SelectorPlace selectors;

    GroundHere(PlaceSettings settings, SelectorPlace selectors) {
        this.settings = settings;
        this.selectors = selectors;
    }

    @Override
    public int workers() {
        return settings.workers();
    }

    @Override
    public long seed() {
        return Long.getLong("sojourn.seed", SEED);
    }

    @Override
    public boolean mayTravel(String className) {
        return settings.mayTravel(className);
    }

    @Override
    public void print(String text) {
        System.out.print(text);
    }

    @Override
    public void result(String key, Object value) {
        selectors.result(key, value);
    }
}
