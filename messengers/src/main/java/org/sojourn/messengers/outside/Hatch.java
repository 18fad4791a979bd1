package org.sojourn.messengers.outside;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.OwnersFolder;

/**
 * The external interface of one place, from its start to its end: opens and closes the shared file, the socket and the entry in the
 * profile, and has what the place does with them. A place that ends in whatever order closes it; of one that is killed, the next place of
 * this user's that has an interface removes what is left.
 */
public final class Hatch implements AutoCloseable {
    /** How the name of a shared file ends. */
    static final String FILE = ".shared";

    /** How the name of a socket ends. */
    static final String SOCKET = ".socket";

    private static final System.Logger LOG = System.getLogger(Hatch.class.getName());

    /** What the status says, in the order of the shared file. */
    private static final List<String> STATUS =
            List.of("nodes", "messengers", "hops", "faults", "waiting", "messages", "clients");

    private static final int SHOWN = 5;

    private final Identity identity;
    private final Inside inside;
    private final Exchange exchange = new Exchange();
    private final Sources sources;
    private final Profile profile;
    private final Profile.Entry entry;
    private final SharedFile file;
    private final Acceptor acceptor;
    private final AtomicLong injections = new AtomicLong();

    /** Injections that haven't ended, with their scripts. */
    private final Map<Long, String> begun = new ConcurrentSkipListMap<>();

    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final Thread atExit = new Thread(this::end, "sojourn-outside-exit");

    /** Whether the file could be written so far. */
    private volatile boolean isFileSound = true;

    private Hatch(HatchSettings settings, Identity identity, Inside inside) throws IOException {
        this.identity = identity;
        this.inside = inside;
        this.sources = new Sources(inside);
        this.profile = new Profile(settings.profile(), sentence -> System.err.println("sojourn: " + sentence));
        OwnersFolder folder = OwnersFolder.ofRuns(settings.folder());
        folder.make();
        folder.check();
        Path common = folder.path().toAbsolutePath();
        String name = identity.run() + "-" + identity.place();
        this.entry = Profile.Entry.ofThisProcess(
                identity.run(), identity.place(), common.resolve(name + FILE), common.resolve(name + SOCKET));
        this.file = SharedFile.create(entry.file(), identity, settings.slots(), settings.slotBytes());
        this.acceptor = opened(profile, entry, file);
    }

    private static Acceptor opened(Profile profile, Profile.Entry entry, SharedFile file) throws IOException {
        try {
            Acceptor opened = Acceptor.open(entry.socket());
            try {
                profile.add(entry);
                return opened;
            } catch (IOException e) {
                opened.close();
                throw e;
            }
        } catch (IOException e) {
            file.close();
            Files.deleteIfExists(entry.file());
            throw e;
        }
    }

    /**
     * Opens it.
     *
     * @throws IOException if something can't be made, or isn't this user's own, saying what
     */
    public static Hatch open(HatchSettings settings, Identity identity, Inside inside) throws IOException {
        Hatch hatch = new Hatch(settings, identity, inside);
        Runtime.getRuntime().addShutdownHook(hatch.atExit);
        hatch.look();
        hatch.acceptor.start(hatch);
        return hatch;
    }

    Identity identity() {
        return identity;
    }

    Inside inside() {
        return inside;
    }

    Exchange exchange() {
        return exchange;
    }

    Sources sources() {
        return sources;
    }

    /** A client injects a script; returns the injection's number. */
    long begins(String script) {
        long number = injections.incrementAndGet();
        begun.put(number, script);
        return number;
    }

    /** All has ended that has come of an injection. */
    void ends(long injection) {
        begun.remove(injection);
    }

    // ---- status ---------------------------------------------------------------------------------------------------

    /** Writes how the place is into the shared file; false if that can't be done any more. To be called now and then. */
    public boolean look() {
        return isFileSound && write(SharedFile.RUNS);
    }

    private boolean write(int state) {
        long[] numbers = Arrays.copyOf(numbers(), STATUS.size() + 1);
        numbers[STATUS.size()] = System.currentTimeMillis();
        try {
            file.status(state, numbers);
            return true;
        } catch (IOException e) {
            isFileSound = false;
            if (!isClosed.get()) {
                LOG.log(WARNING, "the status of {0} isn''t shown any more: {1}", identity.place(), e.getMessage());
            }
            return false;
        }
    }

    private long[] numbers() {
        Counts counts = inside.counts();
        long[] waiting = exchange.counts();
        return new long[] {
            counts.nodes(),
            counts.messengers(),
            counts.hops(),
            counts.faults(),
            waiting[0],
            waiting[1],
            acceptor.count()
        };
    }

    String statusLine() {
        long[] numbers = numbers();
        return IntStream.range(0, STATUS.size())
                .mapToObj(i -> STATUS.get(i) + "=" + numbers[i])
                .collect(Collectors.joining(" "));
    }

    // ---- what scripts do ------------------------------------------------------------------------------------------

    /** Gives a messenger the next message that fits it; has it wait for one if it is to. Returns whether it has got one. */
    public boolean receive(Listener listener, boolean isWaiting) {
        return exchange.receive(listener, isWaiting);
    }

    /** {@return those that waited and were picked, who wait no more} */
    public List<Listener> remove(Predicate<Listener> picked) {
        return exchange.remove(picked);
    }

    /** {@return those that wait, at most so many} */
    public List<Listener> waiting(int most) {
        return exchange.waiting(most);
    }

    /**
     * Puts a message into a client's queue.
     *
     * @param client 0 for whoever comes
     * @return false if the client has gone, or if its queue is full
     * @throws IllegalArgumentException if the priority is none, or one of the system's, or if the text is too long
     */
    public boolean send(int client, int priority, String text) {
        if (priority < 0 || priority > Box.HIGHEST_OF_USERS) {
            throw new IllegalArgumentException(
                    "a message has a priority from 0 to " + Box.HIGHEST_OF_USERS + ", not " + priority);
        }
        if (text.length() > Lines.MOST_BYTES) {
            throw new IllegalArgumentException(
                    "a message has at most " + Lines.MOST_BYTES + " characters, not " + text.length());
        }
        return exchange.send(client, priority, text);
    }

    /**
     * Reads a slot of the shared file.
     *
     * @return {@code long[]}, {@code double[]} or {@code byte[]}; null if there is none, or if it is being written
     * @throws IllegalArgumentException if there is no such slot, or if it is written as none is
     * @throws IllegalStateException if the file can't be used any more
     */
    public @Nullable Object read(int slot) {
        try {
            return file.read(slot);
        } catch (Refused refused) {
            throw new IllegalArgumentException(refused.getMessage(), refused);
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /**
     * Writes a slot of the shared file.
     *
     * @param value {@code long[]}, {@code double[]} or {@code byte[]}
     * @throws IllegalArgumentException if there is no such slot, or if it has no room for that
     * @throws IllegalStateException if the file can't be used any more
     */
    public void write(int slot, Object value) {
        try {
            file.write(slot, value);
        } catch (Refused refused) {
            throw new IllegalArgumentException(refused.getMessage(), refused);
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    // ---- the end --------------------------------------------------------------------------------------------------

    /** Ends it. Idempotent. */
    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // This JVM ends already.
        }
    }

    private void end() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        exchange.close();
        write(SharedFile.OVER);
        attempt(() -> profile.remove(entry));
        attempt(acceptor::close);
        if (!begun.isEmpty()) {
            LOG.log(
                    WARNING,
                    "{0}: the run has ended before {1} that clients have injected: {2}; a client that says hold before"
                            + " it injects keeps the run open",
                    identity.place(),
                    begun.size() == 1 ? "a script" : begun.size() + " scripts",
                    begun.values().stream().distinct().limit(SHOWN).toList());
        }
        attempt(file::close);
        attempt(() -> Files.deleteIfExists(entry.file()));
    }

    /** What may fail at the end. */
    private interface Act {
        void run() throws IOException;
    }

    private void attempt(Act act) {
        try {
            act.run();
        } catch (IOException e) {
            LOG.log(
                    WARNING,
                    "the external interface of {0} isn''t closed in order: {1}",
                    identity.place(),
                    e.getMessage());
        }
    }
}
