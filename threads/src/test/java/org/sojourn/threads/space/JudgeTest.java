package org.sojourn.threads.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sojourn.threads.judge.Judge;
import org.sojourn.threads.judge.MethodName;
import org.sojourn.threads.programs.Stays;

/** The judgement of frames, and its grounds. */
class JudgeTest {
    private static MethodName method(String nameAndDescriptor) {
        return new MethodName(Stays.class.getName().replace('.', '/') + "$Mutual", nameAndDescriptor);
    }

    private static MethodName hashing(String nameAndDescriptor) {
        return new MethodName("org/sojourn/threads/programs/Hashing", nameAndDescriptor);
    }

    @ParameterizedTest
    @CsvSource({"maps, Colour", "cells, String"})
    void frames_thatLeaveHashCodesToThePlatformOrSeeThoseOfValues_mayLeave(String method, String given)
            throws Exception {
        String type = given.equals("String") ? "java/lang/String" : "org/sojourn/threads/programs/Hashing$" + given;
        try (Places places = new Places(1)) {
            assertThat(places.program(0).judge().flaw(List.of(hashing(method + "(L" + type + ";)I")), Set.of()))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "table, Colour, 'sees the hash code of org.sojourn.threads.programs.Hashing$Colour'",
        "arguments, Colour, 'sees the hash code of org.sojourn.threads.programs.Hashing$Colour'",
        "reference, Colour, 'sees the hash code of org.sojourn.threads.programs.Hashing$Colour'",
        "list, Colour, 'sees the hash code of org.sojourn.threads.programs.Hashing$Colour'",
        "kept, Colour, 'sees the hash code of org.sojourn.threads.programs.Hashing$Colour'",
        "array, '', 'sees the hash code of org.sojourn.threads.programs.Hashing$Plain'",
        "filled, '', 'sees the hash code of org.sojourn.threads.programs.Hashing$Plain'",
        "builder, '', 'sees the hash code of java.lang.StringBuilder'",
        "pieces, '', 'calls java.util.stream.StreamSupport.stream'",
        "gathered, '', 'calls java.util.stream.Gatherers.mapConcurrent'",
        "constants, '', 'Hashing$Sort$2.applyAsInt (line'"
    })
    void frames_thatSeeWhatIsAnotherPlacesMatter_stay(String method, String given, String why) throws Exception {
        String type = given.isEmpty() ? "" : "Lorg/sojourn/threads/programs/Hashing$" + given + ";";
        try (Places places = new Places(1)) {
            assertThat(places.program(0).judge().flaw(List.of(hashing(method + "(" + type + ")I")), Set.of()))
                    .contains(why);
        }
    }

    private static MethodName ground(String method) {
        return new MethodName(
                "org/sojourn/threads/programs/Grounds$" + method.replaceFirst("\\..*", ""),
                method.replaceFirst(".*\\.", ""));
    }

    @ParameterizedTest
    @CsvSource({"Totals.total()I"})
    void frames_thatComeToTheSameEverywhere_mayLeave(String method) throws Exception {
        try (Places places = new Places(1)) {
            assertThat(places.program(0).judge().flaw(List.of(ground(method)), Set.of()))
                    .isEmpty();
        }
    }

    @Test
    void framesOfAThread_thatOnlyItsOwnTaskChanges_mayLeave() throws Exception {
        MethodName run = new MethodName("org/sojourn/threads/programs/Keeps$Counter", "run()V");
        try (Places places = new Places(1)) {
            Judge judge = places.program(0).judge();
            assertThat(judge.flawOfThread(Class.forName(run.owner().replace('/', '.'))))
                    .isEmpty();
            assertThat(judge.flaw(List.of(run), Set.of())).isEmpty();
        }
    }

    private static boolean isKept(Places places, String program) throws Exception {
        return places.program(0).judge().isKept(Class.forName("org.sojourn.threads.programs." + program));
    }

    @Test
    void object_thatOnlyItsOwnTaskChanges_isKept() throws Exception {
        try (Places places = new Places(1)) {
            assertThat(isKept(places, "Keeps$Counter")).isTrue();
            assertThat(isKept(places, "Keeps$Twice")).isTrue();
            assertThat(isKept(places, "Stays$Ended")).isFalse();
            assertThat(isKept(places, "Stays$Timed")).isFalse();
        }
    }

    @Test
    void frames_ofTheSameMethods_areJudgedByTheFirst() throws Exception {
        MethodName given = method("even(I)Z");
        MethodName table = method("odd([I)Z");
        try (Places places = new Places(1)) {
            Judge judge = places.program(0).judge();
            assertThat(judge.flaw(List.of(table, given), Set.of())).isEmpty();
            assertThat(judge.flaw(List.of(given, table), Set.of()))
                    .contains("odd was given an array, which may change");
        }
    }
}
