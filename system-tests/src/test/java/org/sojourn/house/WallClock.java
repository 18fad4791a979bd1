package org.sojourn.house;

import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Who looks at the time of day. Somebody may set it back by an hour at any moment, or on one machine of several: so it is for what
 * people read and for what outlives a run. Silence, timers and time-outs go by {@code System.nanoTime}.
 */
final class WallClock {
    private static final Set<String> READS = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.time.Instant.now",
            "java.time.LocalTime.now",
            "java.time.LocalDate.now",
            "java.time.LocalDateTime.now",
            "java.time.OffsetDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.util.Date.<init>",
            "java.util.Calendar.getInstance");

    /** By class, without the classes in it. */
    private static final Set<String> MAY = Set.of(
            "org.sojourn.net.tls.RunAuthority", // from when to when a certificate is good
            "org.sojourn.net.tls.RunTrust", // the sentence about one that isn't
            "org.sojourn.host.run.RunLog", // beside each line that a place prints
            "org.sojourn.host.run.JvmAge", // what --startup shows
            "org.sojourn.host.join.ProgramCache", // which files nobody has used for long
            "org.sojourn.launch.RunLogs", // when a run began
            "org.sojourn.launch.RunDesk",
            "org.sojourn.launch.RunningRuns", // for how long it runs
            "org.sojourn.launch.LogReader", // beside a line about lines that are gone
            "org.sojourn.threads.calls.Times", // what a program asks for whose threads move
            "org.sojourn.threads.space.Master", // what it is told where its threads are
            "org.sojourn.messengers.outside.Hatch"); // when a process last looked, in a file for others

    private WallClock() {}

    static List<String> readers(Collection<ClassModel> types) {
        List<String> faults = new ArrayList<>();
        for (ClassModel type : types) {
            String from = References.name(type);
            for (PoolEntry entry : type.constantPool()) {
                if (entry instanceof MemberRefEntry member && !MAY.contains(from.replaceFirst("\\$.*", ""))) {
                    String call = member.owner().asInternalName().replace('/', '.')
                            + '.'
                            + member.name().stringValue();
                    if (READS.contains(call)) {
                        faults.add(from + " calls " + call);
                    }
                }
            }
        }
        return faults;
    }
}
