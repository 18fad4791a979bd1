package org.sojourn.messengers.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.MalformedFormException;
import org.sojourn.messengers.form.Step;

final class ScriptsTest {
    private static Form form(int line) {
        return new Form("f", List.of(), List.of(), 0, List.of(), List.of(), List.of(new Step.Yield(line)));
    }

    @Test
    void form_askedForTwice_isCompiledOnce() {
        Scripts scripts = new Scripts(Linker.NONE);
        assertThat(scripts.find(form(1).id())).isNull();
        Script first = scripts.of(form(1));
        assertThat(scripts.of(form(1))).isSameAs(first);
        assertThat(scripts.find(form(1).id())).isSameAs(first);
        assertThat(scripts.of(form(2))).isNotSameAs(first);
    }

    @Test
    void scripts_beyondTheirCount_goByWhenTheyWereAskedForLast() {
        Scripts scripts = new Scripts(2, Long.MAX_VALUE, Linker.NONE);
        scripts.of(form(1));
        scripts.of(form(2));
        scripts.of(form(1));
        scripts.of(form(3));
        assertThat(scripts.size()).isEqualTo(2);
        assertThat(scripts.find(form(2).id())).isNull();
        assertThat(scripts.find(form(1).id())).isNotNull();
        assertThat(scripts.find(form(3).id())).isNotNull();
    }

    @Test
    void scripts_beyondTheirBytes_go_butTheLast() {
        Scripts scripts = new Scripts(100, 1, Linker.NONE);
        scripts.of(form(1));
        scripts.of(form(2));
        assertThat(scripts.size()).isEqualTo(1);
        assertThat(scripts.find(form(2).id())).isNotNull();
    }

    @Test
    void form_notSound_isRefusedEachTime() {
        Scripts scripts = new Scripts(Linker.NONE);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> scripts.of(form(0))).isInstanceOf(MalformedFormException.class);
        }
        assertThat(scripts.size()).isZero();
    }

    @Test
    void form_askedForByManyThreadsAtOnce_isCompiledOnce() throws Exception {
        int threads = 8;
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            for (int round = 1; round <= 50; round++) {
                Scripts scripts = new Scripts(Linker.NONE);
                Form form = form(round);
                CyclicBarrier start = new CyclicBarrier(threads);
                Set<Script> seen = ConcurrentHashMap.newKeySet();
                Callable<Boolean> asking = () -> {
                    start.await();
                    return seen.add(scripts.of(form));
                };
                for (Future<Boolean> each : executor.invokeAll(java.util.Collections.nCopies(threads, asking))) {
                    each.get();
                }
                assertThat(seen).hasSize(1);
            }
        }
    }

    @Test
    @Timeout(60)
    void classOfAScript_thatHasGone_isUnloaded() {
        Scripts scripts = new Scripts(1, Long.MAX_VALUE, Linker.NONE);
        WeakReference<Class<?>> gone = new WeakReference<>(scripts.of(form(1)).getClass());
        scripts.of(form(2));
        while (gone.get() != null) {
            System.gc();
            Thread.onSpinWait();
        }
        assertThat(gone.get()).isNull();
    }
}
