package org.sojourn.net.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which names the rule lets through. */
final class AllowRuleTest {
    private final AllowRule rule =
            AllowRule.of("com.example.app.Main", Set.of("org.other"), Set.of("org.sojourn.selectors.Handle"));

    @Test
    void namesOfAllowedPackages_asked_arePermitted() {
        assertThat(rule.permits("com.example.app.Main")).isTrue();
        assertThat(rule.permits("com.example.app.deep.er.Thing$Inner")).isTrue();
        assertThat(rule.permits("org.other.Thing")).isTrue();
        assertThat(rule.permits("org.sojourn.selectors.Handle")).isTrue();
        assertThat(rule.permits("[[Lcom.example.app.Main;")).isTrue();
        assertThat(rule.permits("[[I")).isTrue();
    }

    @Test
    void otherNames_asked_areDenied() {
        for (String name : new String[] {
            "com.example.application.Main",
            "com.example.Main",
            "com.Main",
            "Main",
            "org.sojourn.selectors.Handle$Other",
            "org.sojourn.selectors.Selector",
            "java.lang.Class",
            "java.lang.Thread",
            "java.util.Formatter",
            "java.lang.invoke.SerializedLambda",
            "javax.naming.NamingException",
            "[Ljava.lang.Class;",
            "[",
            "[L;",
            "[Q",
            "",
            ".",
            "com.example.app.Main$$Lambda/0x1",
            "com.example.app.Main;",
            "[Lcom.example.app.Main",
            "[".repeat(300) + "I"
        }) {
            assertThat(rule.permits(name)).as(name).isFalse();
        }
    }

    @Test
    void valueTypesOfTheJdk_asked_arePermitted() {
        for (String name : new String[] {
            "java.lang.String", "java.util.ArrayList", "java.util.ImmutableCollections$ListN", "java.time.Instant",
            "java.util.UUID", "java.lang.IllegalStateException", "java.io.IOException", "[Ljava.lang.String;"
        }) {
            assertThat(rule.permits(name)).as(name).isTrue();
        }
    }

    @Test
    void unnamedPackage_ofMainClass_allowsItselfOnly() {
        AllowRule unnamed = AllowRule.of("Main", Set.of(), Set.of());
        assertThat(unnamed.permits("Other")).isTrue();
        assertThat(unnamed.permits("com.example.Other")).isFalse();
    }

    @Test
    void malformedPackage_given_isRefused() {
        assertThatThrownBy(() -> AllowRule.of("Main", Set.of("com.example."), Set.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("com.example.");
    }
}
