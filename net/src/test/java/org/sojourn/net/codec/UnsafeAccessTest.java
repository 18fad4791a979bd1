package org.sojourn.net.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a sentence goes before what the JVM says. */
class UnsafeAccessTest {
    @ParameterizedTest
    @CsvSource({"17, false, '', false", "24, false, '', true", "25, true, '', false", "25, false, allow, false"})
    void sentence_isSaidOnlyWhereTheJvmWarns(int feature, boolean isOpen, String allowed, boolean isSaid) {
        assertThat(UnsafeAccess.isWarnedOf(feature, isOpen, allowed)).isEqualTo(isSaid);
    }
}
