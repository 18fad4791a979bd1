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

    private static String flawOf(String method) throws Exception {
        int dot = method.indexOf('.');
        MethodName name = new MethodName(
                "org/sojourn/threads/programs/Grounds$" + method.substring(0, dot),
                method.substring(dot + 1).replace("#", "org/sojourn/threads/programs/Grounds$"));
        try (Places places = new Places(1)) {
            return places.program(0).judge().flaw(List.of(name), Set.of());
        }
    }

    @ParameterizedTest
    @CsvSource({"Totals.total()I", "Compared.call(L#Kind;L#Kind;)Z", "Nearest.call()Ljava/lang/Integer;"})
    void frames_thatComeToTheSameEverywhere_mayLeave(String method) throws Exception {
        assertThat(flawOf(method)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Costly.sum()I, 'it has constants of org.sojourn.threads.programs.Grounds$Costly, whose field cost'",
        "Costly.named(Ljava/lang/String;)I, 'it has constants of'",
        "Costly.run()V, 'whose field cost isn''t final'",
        "Hand.call()Ljava/lang/Boolean;, 'Grounds$Suit.HEARTS, of org.sojourn.threads.programs.Grounds$Same, which has"
                + " no equals'",
        "Hand.same(L#Suit;)Z, 'Grounds$Same.ONE, of org.sojourn.threads.programs.Grounds$Same, which has no equals'",
        "Hand.card(L#Suit;)Z, 'Grounds$Card.ACE, of org.sojourn.threads.programs.Grounds$Same, which has no equals'",
        "Board.has(L#Kind;)Z, 'asks whether two objects are the same one'",
        "Board.chosen(L#Kind;)Z, 'asks whether two objects are the same one'",
        "Lap.call()Ljava/lang/Long;, 'needs the class org.sojourn.threads.programs.Grounds$Clocked'",
        "Race.call()Ljava/lang/Long;, 'Grounds$Started.<clinit>'",
        "Hen.number()I, 'need each other'",
        "Search.found(I)L#Point;, 'Grounds$Search.isFound asks by == whether'",
        "Latest.kept()I, 'Grounds$Latest.removeEldestEntry'",
        "Counted.task()V, 'Grounds$Counted.done'",
        "Nearest.height(L#Nearest;)I, 'reads the static field org.sojourn.threads.programs.Grounds.changing'",
        "Nearest.bound()I, 'reads the static field org.sojourn.threads.programs.Grounds$Nearest.BOUND, which'"
    })
    void frames_thatComeToSomethingElseElsewhere_stay(String method, String why) throws Exception {
        assertThat(flawOf(method)).contains(why);
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
