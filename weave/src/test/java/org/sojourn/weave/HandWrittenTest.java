package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.weave.programs.Basics;
import org.sojourn.weave.programs.Locks;

/** A program that has a little of everything. */
class HandWrittenTest {
    @Test
    void monitors_ofFramesThatWait_areHeldForThoseThatRun() throws Exception {
        Trial trial = new Trial(
                Compiled.ofPackage(Locks.class).plain(),
                Compiled.ofPackage(Locks.class).woven(new Weaver(List.of(Locks.class.getPackageName()))),
                Locks.class.getName());
        assertThat(trial.expected()).isEqualTo("11 5 true true");
        int polls = trial.polls();
        for (int at = 1; at <= polls; at++) {
            trial.leaveAt(at, false);
            trial.leaveAt(at, true);
        }
        assertThat(trial.stuck).isZero();
    }

    @Test
    void program_whoseFramesLeaveAtEachPoll_runsAsCompiled() throws Exception {
        Compiled compiled = Compiled.ofPackage(Basics.class);
        Trial trial = new Trial(
                compiled.plain(),
                compiled.woven(new Weaver(List.of(Basics.class.getPackageName()))),
                Basics.class.getName());
        int polls = trial.polls();
        assertThat(polls).isGreaterThan(190);
        for (int at = 1; at <= polls; at++) {
            trial.leaveAt(at, false);
        }
        for (int every = 1; every <= 20; every++) {
            trial.leaveAt(every, true);
        }
        assertThat(trial.captures).isGreaterThan(polls);
        assertThat(trial.stuck).as("polls at which nothing could leave").isZero();
    }
}
