package org.sojourn.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassModel;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules, tried on the tree as it was just built. */
final class HouseTest {
    /** So many classes that name one another can still be kept in mind: what makes a part. */
    private static final int LARGEST_CYCLE = 10;

    @ParameterizedTest
    @EnumSource(Room.class)
    void room_built_hasClasses(Room room) {
        assertThat(room.classes())
                .as("class files below %s/target/classes", room.directory())
                .isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(Room.class)
    void room_itsClasses_nameOnlyRoomsBelow(Room room) {
        assertThat(Directions.upwardRooms(room.classes())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Room.class)
    void room_itsPackages_haveNoCycle(Room room) {
        assertThat(Directions.cycles(room.classes())).isEmpty();
    }

    @Test
    void kernel_itsPackages_nameOnlyThoseToTheirLeft() {
        assertThat(Directions.upwardInKernel(Room.KERNEL.classes())).isEmpty();
    }

    @Test
    void kernel_itsClasses_haveNoLargeCycle() {
        assertThat(Directions.classCycles(Room.KERNEL.classes(), LARGEST_CYCLE)).isEmpty();
    }

    @Test
    void kernel_itsClasses_leaveClocksThreadsDiceAndSocketsToThePorts() {
        assertThat(ForbiddenCalls.in(Room.KERNEL.classes())).isEmpty();
    }

    @Test
    void shippedRooms_timeOfDay_isForWhatPeopleRead() {
        List<ClassModel> types = Stream.of(Room.values())
                .filter(room -> room.isShipped() || room == Room.LAUNCH)
                .flatMap(room -> room.classes().stream())
                .toList();
        assertThat(WallClock.readers(types)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Room.class)
    void room_itsUnits_areSmall(Room room) {
        List<Source> sources = room.sources().stream().map(Source::of).toList();
        assertThat(UnitSizes.longMethods(sources)).isEmpty();
        assertThat(UnitSizes.longFiles(sources)).isEmpty();
        assertThat(UnitSizes.median(sources))
                .as("lines of the median file in %s", room.directory())
                .isLessThanOrEqualTo(UnitSizes.MEDIAN_LINES);
    }

    @Test
    void shippedRooms_publicTypes_areFewerThanTwoInFive() {
        List<Room> shipped = Stream.of(Room.values()).filter(Room::isShipped).toList();
        List<String> shown = shipped.stream()
                .flatMap(room -> {
                    List<ClassModel> types = room.classes();
                    return Habits.publicTypes(types, Exports.of(types)).stream();
                })
                .toList();
        long all = shipped.stream()
                .flatMap(room -> room.classes().stream())
                .filter(Habits::isTopLevel)
                .count();
        assertThat((double) shown.size() / all)
                .as("share of public exported types, %d of %d: %s", shown.size(), all, shown)
                .isLessThan(Habits.PUBLIC_SHARE);
    }

    @ParameterizedTest
    @EnumSource(Room.class)
    void room_itsNames_sayWhatThingsAre(Room room) {
        assertThat(Habits.emptyNames(room.classes())).isEmpty();
    }

    @Test
    void tree_suppressions_areFewAndReasoned() {
        List<Source> sources = Stream.concat(
                        Stream.of(Room.values()).map(Room::path),
                        Stream.of(Path.of("").toAbsolutePath()))
                .flatMap(room -> Room.files(room.resolve("src"), ".java").stream())
                .map(Source::of)
                .toList();
        assertThat(Habits.unreasoned(sources))
                .as("suppressions without a reason beside them")
                .isEmpty();
        assertThat(Habits.suppressions(sources)).hasSizeLessThanOrEqualTo(Habits.SUPPRESSIONS);
    }
}
