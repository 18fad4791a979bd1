package org.sojourn.house;

import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the kernel leaves to its ports: it starts no thread and blocks none, reads no clock, rolls no dice and opens no
 * socket. Only so can a whole cluster run in one JVM under one seed.
 */
final class ForbiddenCalls {
    private static final Set<String> CALLS = Set.of(
            "java.lang.Thread.<init>",
            "java.lang.Thread.start",
            "java.lang.Thread.startVirtualThread",
            "java.lang.Thread.ofVirtual",
            "java.lang.Thread.ofPlatform",
            "java.lang.Thread.sleep",
            "java.lang.Thread.yield",
            "java.lang.Thread.join",
            "java.lang.Object.wait",
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.identityHashCode",
            "java.lang.Math.random",
            "java.lang.StrictMath.random",
            "java.time.Instant.now",
            "java.time.LocalTime.now",
            "java.time.LocalDate.now",
            "java.time.LocalDateTime.now",
            "java.time.OffsetDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.util.Date.<init>",
            "java.util.Random.<init>",
            "java.util.UUID.randomUUID",
            "java.util.Collections.shuffle",
            "java.util.concurrent.CompletableFuture.get",
            "java.util.concurrent.CompletableFuture.join",
            "java.util.concurrent.CompletableFuture.orTimeout",
            "java.util.concurrent.CompletableFuture.completeOnTimeout",
            "java.util.concurrent.CompletableFuture.runAsync",
            "java.util.concurrent.CompletableFuture.supplyAsync",
            "java.util.concurrent.CountDownLatch.await");

    /** Parking in all its spellings, and classes that are a thread, a clock, dice or a socket as a whole. */
    private static final Pattern OWNERS = Pattern.compile("java\\.util\\.concurrent\\.ThreadLocalRandom"
            + "|java\\.security\\.SecureRandom|java\\.util\\.(Splittable|random\\.).*"
            + "|java\\.util\\.concurrent\\.locks\\.(LockSupport|Condition)"
            + "|java\\.util\\.concurrent\\.(Executors|ForkJoinPool|ThreadPoolExecutor|ScheduledThreadPoolExecutor)"
            + "|java\\.util\\.Timer|java\\.net\\..*|java\\.nio\\.channels\\..*");

    private ForbiddenCalls() {}

    static List<String> in(Collection<ClassModel> types) {
        List<String> faults = new ArrayList<>();
        for (ClassModel type : types) {
            String from = References.name(type);
            for (PoolEntry entry : type.constantPool()) {
                if (entry instanceof MemberRefEntry member) {
                    String owner = member.owner().asInternalName().replace('/', '.');
                    String call = owner + '.' + member.name().stringValue();
                    if (CALLS.contains(call) || OWNERS.matcher(owner).matches()) {
                        faults.add(from + " calls " + call);
                    }
                }
            }
            type.superclass()
                    .filter(above -> above.asInternalName().equals("java/lang/Thread"))
                    .ifPresent(above -> faults.add(from + " is a thread"));
        }
        return faults;
    }
}
