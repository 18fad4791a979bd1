package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlaceSettingsTest {
    @Test
    void mayTravel_mainPackageAndBelow_andWhatIsAllowed() {
        PlaceSettings settings = new PlaceSettings(1, false, "fory", "com.example.app", List.of("org.other"));
        assertThat(settings.mayTravel("com.example.app.Order")).isTrue();
        assertThat(settings.mayTravel("com.example.app.deep.Order$Line")).isTrue();
        assertThat(settings.mayTravel("org.other.Thing")).isTrue();
        assertThat(settings.mayTravel("com.example.application.Order")).isFalse();
        assertThat(settings.mayTravel("com.example.Order")).isFalse();
        assertThat(settings.mayTravel("Order")).isFalse();
    }

    @Test
    void mayTravel_unnamedPackage_allowsItselfOnly() {
        PlaceSettings settings = new PlaceSettings(1, false, "fory", "", List.of());
        assertThat(settings.mayTravel("Order")).isTrue();
        assertThat(settings.mayTravel("com.example.Order")).isFalse();
    }

    @Test
    void workersFor_manyPlaces_isOneAndNeverMoreThanAPlaceMayHave() {
        int cores = Runtime.getRuntime().availableProcessors();
        assertThat(PlaceSettings.workersFor(256)).isEqualTo(Math.max(1, Math.min(32, cores / 256)));
        assertThat(PlaceSettings.workersFor(1)).isEqualTo(Math.min(32, cores));
    }

    @Test
    void settings_outOfBounds_areRefusedWithTheBound() {
        assertThatThrownBy(() -> new PlaceSettings(0, false, "fory", "", List.of()))
                .hasMessageContaining("1 to 32");
        assertThatThrownBy(() -> new PlaceSettings(1, false, "fory", "", List.of("a/b")))
                .hasMessageContaining("a/b");
    }
}
