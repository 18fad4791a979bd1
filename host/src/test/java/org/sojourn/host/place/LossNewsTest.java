package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Member;

class LossNewsTest {
    private static final Member SELF = new Member(2, 7);
    private static final Member INIT = new Member(0, 1);
    private static final Member OTHER = new Member(1, 2);

    private final List<Member> told = new ArrayList<>();
    private final LossNews news = new LossNews(SELF, told::add, cause -> {});

    @Test
    void lost_placeThatNoViewHasShown_tellsNobodyOfOthers() {
        news.lost(INIT, "the programs differ");
        news.lost(OTHER, "the programs differ");

        assertThat(told).isEmpty();
    }

    @Test
    void lost_beforeAndAfterThisPlaceIsIn_isToldOnceItIs() {
        news.lost(OTHER, "it sent what no correct place sends");
        news.shown(SELF);
        assertThat(told).containsExactly(OTHER);

        news.shown(INIT);
        news.lost(INIT, "it is out");
        assertThat(told).containsExactly(OTHER, INIT);
    }
}
