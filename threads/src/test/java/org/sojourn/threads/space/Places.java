package org.sojourn.threads.space;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.threads.ThreadSpace;
import org.sojourn.threads.jar.ThreadJar;
import org.sojourn.threads.wire.Cargo;
import org.sojourn.threads.wire.Home;
import org.sojourn.threads.wire.Message;
import org.sojourn.weave.run.Twins;

/**
 * Places of one run in one JVM: each has the program's classes by a loader of its own, so that they share no static field and no class, and what
 * goes between them goes as bytes. One run at a time.
 */
final class Places implements AutoCloseable {
    static {
        // What is waited for comes within a few milliseconds.
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval(Duration.ofMillis(5));
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60)); // but later on a machine that stands still meanwhile
    }

    private static final String PROGRAMS = "org.sojourn.threads.programs";

    /** How long something may take that is sure to come. */
    static int patienceSeconds = 60;

    private static final long LARGE_BYTES = 256 << 20;

    /** The jar of the programs. */
    private static @Nullable Path woven;

    private final List<ThreadsHere> places = new ArrayList<>();
    private final List<ChildFirst> loaders = new ArrayList<>();
    private final Map<String, ExecutorService> lines = new ConcurrentHashMap<>();
    private final Set<Integer> lost = ConcurrentHashMap.newKeySet();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream before = System.out;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<String> refused = java.util.Collections.synchronizedList(new ArrayList<>());
    private @Nullable Thread main;
    private volatile Consumer<Message> toldBefore = message -> {};
    private volatile Consumer<Message> toldAfter = message -> {};
    private volatile long messageBytes = LARGE_BYTES;
    private volatile long linkBytes = LARGE_BYTES;

    Places(int count) throws IOException {
        this(count, jar());
    }

    private Places(int count, Path jar) throws IOException {
        for (int i = 0; i < count; i++) {
            ChildFirst loader = new ChildFirst(jar.toUri().toURL());
            loaders.add(loader);
            places.add(new ThreadsHere(new Loop(i), 0, loader));
        }
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    private static synchronized Path jar() throws IOException {
        Path known = woven;
        if (known == null) {
            known = made();
            woven = known;
        }
        return known;
    }

    private static Path made() throws IOException {
        Path folder = Files.createTempDirectory("sojourn-threads");
        Path plain = folder.resolve("plain.jar");
        Path woven = folder.resolve("woven.jar");
        String path = PROGRAMS.replace('.', '/');
        URL one = Objects.requireNonNull(ClassLoader.getSystemResource(path + "/Works.class"));
        Path classes = Path.of(one.getPath().replace(path + "/Works.class", ""));
        try (JarOutputStream to = new JarOutputStream(Files.newOutputStream(plain));
                Stream<Path> all = Files.walk(classes.resolve(path))) {
            for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
                to.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, to);
                to.closeEntry();
            }
        }
        ThreadJar.make(plain, woven, List.of(PROGRAMS));
        Stream.of(folder, plain, woven).forEach(each -> each.toFile().deleteOnExit()); // the last goes first
        return woven;
    }

    /** Places where nobody can read what a class was compiled to. */
    static Places unread(int count, Class<?> program) throws IOException {
        Path jar = Files.createTempFile("unread", ".jar");
        jar.toFile().deleteOnExit();
        String unread = Twins.ORIGINALS + program.getName().replace('.', '/') + ".class";
        try (JarFile whole = new JarFile(jar().toFile());
                JarOutputStream to = new JarOutputStream(Files.newOutputStream(jar))) {
            for (JarEntry each : Collections.list(whole.entries())) {
                to.putNextEntry(new JarEntry(each.getName()));
                byte[] bytes = whole.getInputStream(each).readAllBytes();
                to.write(each.getName().equals(unread) ? Arrays.copyOf(bytes, bytes.length / 2) : bytes);
                to.closeEntry();
            }
        }
        return new Places(count, jar);
    }

    /** Finds classes of the programs itself. */
    private static final class ChildFirst extends URLClassLoader {
        ChildFirst(URL jar) {
            super(new URL[] {jar}, Places.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = name.startsWith(PROGRAMS) ? findLoadedClass(name) : super.loadClass(name, resolve);
                return known == null ? findClass(name) : known;
            }
        }

        @Override
        public URL getResource(String name) {
            URL own = findResource(name);
            return own == null ? super.getResource(name) : own;
        }
    }

    private final class Loop implements Line {
        private final int self;

        Loop(int self) {
            this.self = self;
        }

        @Override
        public int self() {
            return self;
        }

        @Override
        public List<Integer> places() {
            return IntStream.range(0, places.size())
                    .filter(each -> !lost.contains(each))
                    .boxed()
                    .toList();
        }

        @Override
        public boolean isCrowded(int place) {
            return false;
        }

        @Override
        public long messageBytes() {
            return messageBytes;
        }

        @Override
        public boolean send(int place, long thread, byte[] message) {
            if (message.length > linkBytes) {
                throw new UnencodableException("a message of " + message.length + " bytes");
            }
            if (lost.contains(place) || lost.contains(self)) {
                return false;
            }
            line(self, place).execute(() -> {
                if (!isLost(place)) {
                    tell(toldBefore, message);
                }
                if (!isLost(place)) {
                    try {
                        Places.this.places.get(place).heard(self, message);
                    } catch (IllegalArgumentException e) {
                        refused.add(e.getMessage());
                    }
                    tell(toldAfter, message);
                }
            });
            return true;
        }

        private boolean isLost(int place) {
            return lost.contains(self) || lost.contains(place);
        }
    }

    private void tell(Consumer<Message> listener, byte[] message) {
        try {
            listener.accept(Message.read(message));
        } catch (IOException e) {
            refused.add("a test sends no message");
        }
    }

    private ExecutorService line(int from, int to) {
        return lines.computeIfAbsent(
                from + " " + to,
                any -> Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().factory()));
    }

    ThreadsHere home() {
        return places.getFirst();
    }

    ThreadsHere place(int number) {
        return places.get(number);
    }

    List<String> refused() {
        return refused;
    }

    /** Bounds what places send, by what they know of the bound, and by what the links refuse. */
    void bound(long messageBytes, long linkBytes) {
        this.messageBytes = messageBytes;
        this.linkBytes = linkBytes;
    }

    /** Has what goes between places told, before it arrives. */
    void hear(Consumer<Message> listener) {
        toldBefore = listener;
    }

    /** And after it has. */
    void hearAfter(Consumer<Message> listener) {
        toldAfter = listener;
    }

    LoadedProgram program(int place) {
        ChildFirst loader = loaders.get(place);
        return LoadedProgram.of(Objects.requireNonNull(ThreadJar.contents(loader)), loader);
    }

    /** Calls a method of a program that is public, at a place. */
    Object call(int place, Class<?> program, String method, Object... arguments) throws ReflectiveOperationException {
        Class<?>[] types = Arrays.stream(arguments).map(each -> Object.class).toArray(Class<?>[]::new);
        return Class.forName(program.getName(), true, loaders.get(place))
                .getMethod(method, types)
                .invoke(null, arguments);
    }

    /** What a value of place 1 is at home. */
    Object brought(Object value) throws IOException {
        byte[] bytes = cargo(1).writeValue(value, Long.MAX_VALUE);
        return Objects.requireNonNull(cargo(0).readValue(bytes));
    }

    private Cargo cargo(int place) {
        Home home = new Home(() -> System.out, () -> System.err, Thread.currentThread(), type -> false);
        return new Cargo(program(place).classes(), home, false);
    }

    /** Sends bytes as if a place had. */
    void fake(int from, int to, byte[] message) {
        new Loop(from).send(to, 1, message);
    }

    /** Waits until what was sent has arrived. */
    void settle() throws Exception {
        for (ExecutorService each : lines.values()) {
            each.submit(() -> {}).get(patienceSeconds, TimeUnit.SECONDS);
        }
    }

    /** Interrupts a thread as soon as it is there. */
    void interrupt(String thread) {
        Awaitility.await()
                .atMost(patienceSeconds, TimeUnit.SECONDS)
                .until(() -> home().shown().stream().anyMatch(each -> thread.equals(each.get("name"))));
        home().threadCalled(thread).interrupt();
    }

    /** A place is lost, with all that runs there and is on its way. */
    void lose(int place) {
        lost.add(place);
        home().lost(place, "for a test");
    }

    /** Begins a program. */
    void begin(ThreadSpace.Settings settings, Class<?> program, String... args) {
        ThreadGroup group = new ThreadGroup("main");
        home().open(group, settings);
        Thread first = new Thread(
                group,
                () -> {
                    try {
                        Class.forName(program.getName(), true, loaders.getFirst())
                                .getMethod("main", String[].class)
                                .invoke(null, (Object) args);
                    } catch (ReflectiveOperationException e) {
                        failure.set(e.getCause() == null ? e : e.getCause());
                    }
                },
                "main");
        main = first;
        first.start();
    }

    /** Waits until main has returned, and tells what was printed. */
    String end() throws InterruptedException {
        Thread first = main;
        if (first == null) {
            throw new IllegalStateException("nothing has begun");
        }
        first.join(TimeUnit.SECONDS.toMillis(patienceSeconds));
        if (first.isAlive()) {
            throw new IllegalStateException("main still runs after " + patienceSeconds + " s; printed: " + printed
                    + "; threads: " + new String(home().asked(new byte[0]).join(), StandardCharsets.UTF_8));
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("main has thrown " + thrown, thrown);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** {@return what was printed until now} */
    String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** Orders a thread somewhere; waits for the answer. */
    String move(String thread, int place) {
        return new String(
                home().asked((thread + "\n" + place).getBytes(StandardCharsets.UTF_8))
                        .orTimeout(patienceSeconds, TimeUnit.SECONDS)
                        .join(),
                StandardCharsets.UTF_8);
    }

    /** What a program prints when it isn't woven and has one place. */
    static String plain(Class<?> program, String... args) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            program.getMethod("main", String[].class).invoke(null, (Object) args);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        System.setOut(before);
        home().close();
        places.forEach(ThreadsHere::stopped);
        lines.values().forEach(ExecutorService::shutdownNow);
        for (ChildFirst each : loaders) {
            try {
                each.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
