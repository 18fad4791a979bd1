package org.sojourn.host.place;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Events;
import org.sojourn.kernel.port.Profiler;
import org.sojourn.kernel.port.Reference;

/**
 * Makes a profile of each kind while a place runs, and writes it to a file when it ends: what a kind's handlers did, to be set
 * beside what its class files say (G. Upadhyaya and H. Rajan, <i>Effectively Mapping Linguistic Abstractions for Message-passing
 * Concurrency to Threads on the Java Virtual Machine</i>, 2015, appendix C).
 *
 * <p><b>Counted</b> for all messages: received, sent, asked, in continuations too. What goes to the sender itself, and what
 * goes to an address that came in the message that is being processed, is no sending; nor is a {@code ReplyTo}.
 *
 * <p><b>Measured</b> for the first {@link org.sojourn.kernel.port.Bound#PROFILED_SELECTORS} parts of a kind: the processor time of
 * their handlers, without that of others that run on the same stack, and without continuations; how long they waited for
 * messages while they had none; and whether what they keep has changed in size. So a part that waits for a core, and not for a
 * message, isn't taken for an idle one.
 *
 * <p><b>Blocking</b> is found in two ways: by the JVM's own count of waits, before and after a message; and by looking at all threads
 * each time the place is tended, which is what finds files and sockets, and virtual threads. Blocking calls that are rarer and shorter
 * than either sees are missed; what is counted happened.
 *
 * <p>Nothing of this exists unless it was asked for: the kernel then calls kinds through another object, see {@link
 * org.sojourn.kernel.observe.Observation}.
 */
final class Profiling implements Profiler {
    /** Names the file, and asks for a profile. */
    static final String PROPERTY = "sojourn.profile";

    private static final System.Logger LOG = System.getLogger(Profiling.class.getName());
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** The first messages of a part are all looked at for blocking, and one in so many after them. */
    private static final int FIRST = 64;

    private static final int SELDOM = 15;

    /** The references that a message of a class holds. */
    private static final ClassValue<List<Field>> REFERENCES = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            List<Field> fields = new ArrayList<>();
            for (Class<?> at = type; at != null && at.getClassLoader() != null; at = at.getSuperclass()) {
                for (Field field : at.getDeclaredFields()) {
                    try {
                        if (!Modifier.isStatic(field.getModifiers())
                                && Reference.class.isAssignableFrom(field.getType())) {
                            field.setAccessible(true);
                            fields.add(field);
                        }
                    } catch (InaccessibleObjectException e) {
                        // a module that isn't open: what goes back to it counts as sent
                    }
                }
            }
            return fields;
        }
    };

    private final Clock clock;
    private final String place;
    private final Map<Class<?>, KindProfile> kinds = new ConcurrentHashMap<>();

    /** The parts of all kinds that are measured. */
    private final Map<Object, KindProfile.Sample> samples = new ConcurrentHashMap<>();

    /** What each thread is processing, the innermost. Written by the thread itself. */
    private final Map<Thread, Handling> handling = new ConcurrentHashMap<>();

    Profiling(Clock clock, String place) {
        this.clock = clock;
        this.place = place;
    }

    /** One message that is being processed. */
    private final class Handling implements Events.Span {
        private final Thread thread;
        private final KindProfile kind;
        private final KindProfile.@Nullable Sample sample;
        private final Object part;
        private final Object body;
        private final Object message;
        private final @Nullable Handling outer;
        private final long waitsBefore;
        private final long began;
        private long inner;
        private long innerWaits;

        Handling(Thread thread, KindProfile kind, Object part, Object body, Object message) {
            this.thread = thread;
            this.kind = kind;
            this.part = part;
            this.body = body;
            this.message = message;
            this.outer = handling.get(thread);
            this.sample = kind.sample(part);
            boolean isLooked = sample != null && isDue(sample.begins(clock.nanoTime()));
            this.waitsBefore = isLooked ? waits(thread) : -1;
            this.began = used(thread);
        }

        @Override
        public void end() {
            long used = used(thread) - began;
            long waits = waitsBefore < 0 ? 0 : waits(thread) - waitsBefore;
            if (outer == null) {
                handling.remove(thread);
            } else {
                outer.inner += used;
                outer.innerWaits += waits;
                handling.put(thread, outer);
            }
            kind.blocking.add(Math.max(0, waits - innerWaits));
            if (sample != null) {
                sample.ends(clock.nanoTime(), Math.max(0, used - inner), body);
            }
        }

        /** Whether it answers to an address that came in the message. */
        boolean isAnswer(Object receiver) {
            if (message instanceof Reference reference && reference.isOf(receiver)) {
                return true;
            }
            for (Field each : REFERENCES.get(message.getClass())) {
                try {
                    if (each.get(message) instanceof Reference reference && reference.isOf(receiver)) {
                        return true;
                    }
                } catch (IllegalAccessException e) {
                    return false;
                }
            }
            return false;
        }
    }

    private static boolean isDue(long number) {
        return number <= FIRST || (number & SELDOM) == 0;
    }

    /** How often a thread has waited so far; 0 where that isn't counted. */
    private static long waits(Thread thread) {
        ThreadInfo info = VirtualStart.is(thread) ? null : THREADS.getThreadInfo(thread.getId());
        return info == null ? 0 : info.getWaitedCount();
    }

    /** How long a thread, the current one, has been running, in ns; by the clock where processor time isn't counted. */
    private long used(Thread thread) {
        return VirtualStart.is(thread) || !THREADS.isCurrentThreadCpuTimeSupported()
                ? clock.nanoTime()
                : THREADS.getCurrentThreadCpuTime();
    }

    @Override
    public Events.Span processing(Object part, Object body, Object message) {
        KindProfile kind = kind(body);
        kind.received.increment();
        Thread thread = Thread.currentThread();
        Handling begun = new Handling(thread, kind, part, body, message);
        handling.put(thread, begun);
        return begun;
    }

    private KindProfile kind(Object body) {
        return kinds.computeIfAbsent(body.getClass(), any -> new KindProfile(samples));
    }

    @Override
    public void sent(@Nullable Object sender, @Nullable Object body, Object receiver, Object message) {
        if (sender != null && body != null) {
            Handling by = handling.get(Thread.currentThread());
            boolean isAnswer = by != null && by.part.equals(sender) && by.isAnswer(receiver);
            KindProfile kind = kind(body);
            (sender.equals(receiver) ? kind.toItself : isAnswer ? kind.answered : kind.sent).increment();
        }
        KindProfile.Sample sample = samples.get(receiver);
        if (sample != null) {
            sample.arrives(clock.nanoTime());
        }
    }

    @Override
    public void asked(Object body) {
        kind(body).asked.increment();
    }

    /** Looks what threads are doing. Now and then, by one thread. */
    void look() {
        handling.forEach((thread, at) -> {
            ThreadLook.Doing doing = ThreadLook.at(thread).doing();
            if (handling.get(thread) == at) { // still the same message: what was seen is its
                at.kind.looks.increment();
                if (doing.isBlocking() && doing != ThreadLook.Doing.ENTERS) {
                    at.kind.blocked.increment();
                }
            }
        });
    }

    /** A line for each kind, below one that says where it comes from. */
    String text() {
        StringBuilder text = new StringBuilder("# sojourn profile 1, " + place + "\n");
        kinds.entrySet().stream()
                .sorted((one, other) ->
                        one.getKey().getName().compareTo(other.getKey().getName()))
                .forEach(entry -> text.append("kind=")
                        .append(entry.getKey().getName())
                        .append(entry.getValue().text())
                        .append('\n'));
        return text.toString();
    }

    /** Adds to a file, in one go: other places may write to the same. */
    void write(Path file) {
        try {
            Files.writeString(file, text(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            LOG.log(WARNING, "the profile of {0} couldn''t be written to {1}: {2}", place, file, e);
        }
    }
}
