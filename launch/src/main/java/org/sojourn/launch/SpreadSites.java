package org.sojourn.launch;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.join.Program;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.host.run.Children;
import org.sojourn.host.run.Launcher;
import org.sojourn.host.run.PlaceProcess;
import org.sojourn.host.run.RunLog;
import org.sojourn.host.run.Starter;
import org.sojourn.kernel.port.Member;
import org.sojourn.launch.ssh.Cargo;
import org.sojourn.launch.ssh.Machine;
import org.sojourn.launch.ssh.SshHosts;
import org.sojourn.launch.ssh.SshSettings;
import org.sojourn.messengers.program.ScriptMain;

/**
 * Places on several machines: those of this one are children of this process, the others are begun by ssh. All listen where the others
 * reach them, and as soon as that is beyond this machine they have certificates.
 */
final class SpreadSites implements Sites, Starter {
    private static final int CLASS_MAGIC = 0xCAFEBABE;
    private static final int BEFORE_JAVA_1 = 44;

    private final Programs.Found program;
    private final List<PlacesFile.Entry> entries;
    private final PlaceOptions options;
    private final Map<String, String> environment;
    private final @Nullable File directory;
    private final boolean json;
    private final StartupCache caches;
    private final boolean hasWorkers;
    private final Identities identities;

    /** By place, where it listens. */
    private final Map<Integer, String> addresses = new TreeMap<>();

    private String addressHere = Launcher.LOOPBACK;
    private @Nullable Cargo cargo;
    private String classPathHere;
    private volatile RunsFolder.@Nullable Left left;
    private volatile @Nullable SshHosts hosts;
    private volatile @Nullable RunLog log;

    /**
     * Nothing is connected yet.
     *
     * @param program what places run
     * @param entries which there are first
     * @param options those of their JVMs
     * @param environment added to each environment
     * @param directory the working directory of those of which the file says nothing, or null
     * @param json whether what the program prints goes to standard error
     * @param caches what makes JVMs of this machine start sooner
     * @param hasWorkers whether the settings of the run say how many workers a place has
     * @param identities by what places know each other
     */
    SpreadSites(
            Programs.Found program,
            List<PlacesFile.Entry> entries,
            PlaceOptions options,
            Map<String, String> environment,
            @Nullable File directory,
            boolean json,
            StartupCache caches,
            boolean hasWorkers,
            Identities identities) {
        this.program = program;
        this.entries = entries;
        this.options = options;
        this.environment = environment;
        this.directory = directory;
        this.json = json;
        this.caches = caches;
        this.hasWorkers = hasWorkers;
        this.identities = identities;
        this.classPathHere = program.classPath();
        if (!isInitHere() && program.mainClass().equals(ScriptMain.class.getName())) {
            throw new Usage("a script and the scripts beside it are read where p0 lives, and p0 is placed on "
                    + entries.get(0).hostname()
                    + "; give p0 this machine, or inject the script into ./sojourn network");
        }
        environment.forEach((name, value) -> {
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*") || value.indexOf('\n') >= 0) {
                throw new Usage("--env " + name + " can't be handed to other hosts: names are of letters, digits and _,"
                        + " and a value has no line break");
            }
        });
    }

    private static @Nullable Machine machine(PlacesFile.Entry entry) {
        PlacesFile.Terms terms = entry.terms();
        return entry.isHere()
                ? null
                : new Machine(entry.hostname(), terms.user(), terms.sshPort(), terms.java(), terms.cache());
    }

    private PlacesFile.@Nullable Entry entry(int place) {
        return entries.stream()
                .filter(each -> each.place() == place)
                .findFirst()
                .orElse(null);
    }

    // ---- before places are begun ------------------------------------------------------------------------------------

    @Override
    public void open() {
        List<Machine> machines = entries.stream()
                .map(SpreadSites::machine)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        if (machines.isEmpty()) {
            entries.forEach(each -> addresses.put(each.place(), Launcher.LOOPBACK));
            return;
        }
        try {
            RunsFolder.Left own =
                    RunsFolder.ofUser().left(ProcessHandle.current().pid());
            left = own;
            Program files = Program.of(program.classPath(), own.folder());
            classPathHere = files.classPath();
            Cargo packed = new Cargo(files);
            cargo = packed;
            SshHosts made = new SshHosts(SshSettings.ofUser(), machines, packed, leastJava(), System.err);
            hosts = made;
            made.open();
            findAddresses(machines);
        } catch (IOException e) {
            throw new Usage(String.valueOf(e.getMessage()));
        }
    }

    private SshHosts.Site site(Machine machine) throws IOException {
        return Objects.requireNonNull(hosts).site(machine, Objects.requireNonNull(cargo));
    }

    private void findAddresses(List<Machine> machines) throws IOException {
        addressHere = site(machines.get(0)).addressHere();
        for (PlacesFile.Entry entry : entries) {
            addresses.put(entry.place(), address(entry));
        }
        List<PlacesFile.Entry> hidden = entries.stream()
                .filter(each -> isLoopback(addresses.get(each.place())))
                .toList();
        if (hidden.size() == entries.size()) {
            return;
        }
        if (!hidden.isEmpty()) {
            PlacesFile.Entry first = hidden.get(0);
            throw new Usage("place p" + first.place() + " on " + first.hostname() + " would listen at "
                    + addresses.get(first.place()) + ", where no other machine reaches it; give it an address: of its"
                    + " host's in the configuration file");
        }
        identities.begin();
    }

    private String address(PlacesFile.Entry entry) throws IOException {
        String named = entry.terms().address();
        Machine machine = machine(entry);
        try {
            if (named != null) {
                return InetAddress.getByName(named).getHostAddress();
            }
            if (machine == null) {
                String own = InetAddress.getByName(entry.hostname()).getHostAddress();
                return isLoopback(own) ? addressHere : own;
            }
            String seen = site(machine).address();
            return seen.isEmpty() ? InetAddress.getByName(entry.hostname()).getHostAddress() : seen;
        } catch (UnknownHostException e) {
            throw new IOException(
                    "place p" + entry.place() + " has no address: " + (named == null ? entry.hostname() : named)
                            + " isn't known",
                    e);
        }
    }

    private static boolean isLoopback(@Nullable String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** The version that our classes need, and the program's. */
    private int leastJava() throws IOException {
        String own = SpreadSites.class.getName();
        int least = level(SpreadSites.class.getClassLoader(), own);
        List<URL> urls = new ArrayList<>();
        for (String each : program.classPath().split(File.pathSeparator)) {
            try {
                urls.add(Path.of(each).toUri().toURL());
            } catch (MalformedURLException e) {
                throw new IOException(each + " can't be on the class path of another host", e);
            }
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), null)) {
            return Math.max(least, level(loader, program.mainClass()));
        }
    }

    private static int level(ClassLoader loader, String name) throws IOException {
        try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                return 0;
            }
            DataInputStream data = new DataInputStream(in);
            return data.readInt() == CLASS_MAGIC ? (data.readInt() & 0xFFFF) - BEFORE_JAVA_1 : 0;
        }
    }

    // ---- places -----------------------------------------------------------------------------------------------------

    @Override
    public Plan plan(Member member, int port) {
        PlacesFile.Entry entry = entry(member.place());
        PlacesFile.Terms terms = entry == null ? PlacesFile.Terms.NONE : entry.terms();
        Machine machine = entry == null ? null : machine(entry);
        int sharing = Math.max(1, (int) entries.stream()
                .filter(each -> Objects.equals(machine(each), machine))
                .count());
        String classPath = classPathHere;
        List<String> javaOptions = new ArrayList<>();
        int cores = Runtime.getRuntime().availableProcessors();
        if (machine == null) {
            javaOptions.addAll(
                    options.of(sharing, terms.memory(), Runtime.version().feature()));
            javaOptions.addAll(caches.options(member.place()));
        } else {
            try {
                SshHosts.Site site = site(machine);
                javaOptions.addAll(options.of(sharing, terms.memory(), site.feature()));
                classPath = site.classPath();
                cores = site.cores();
            } catch (IOException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }
        int workers = terms.workers() != 0
                ? terms.workers()
                : hasWorkers ? 0 : Math.clamp(cores / sharing, 1, PlaceSettings.MAX_WORKERS);
        return new Plan(
                member,
                addresses.getOrDefault(member.place(), addressHere),
                port,
                classPath,
                javaOptions,
                identities.of(member.place()),
                identities.areInClear(),
                workers);
    }

    @Override
    public Starter starter(@Nullable RunLog keeps) {
        log = keeps;
        return this;
    }

    @Override
    public PlaceProcess start(Plan plan, Map<String, String> line, Consumer<String> errors) throws IOException {
        PlacesFile.Entry entry = entry(plan.member().place());
        String own = entry == null ? null : entry.terms().directory();
        Machine machine = entry == null ? null : machine(entry);
        SshHosts open = hosts;
        if (machine == null || open == null) {
            File folder = own != null ? new File(own) : directory;
            if (folder != null && !folder.isDirectory()) {
                throw new IOException("place " + plan.member() + " has directory " + folder + ", which isn't a folder");
            }
            return new Children(List.of(), environment, folder, json, log).start(plan, line, errors);
        }
        String folder = own != null ? own : directory == null ? null : directory.getAbsolutePath();
        return open.start(machine, new SshHosts.Manner(environment, folder, json, log), plan, line, errors);
    }

    @Override
    public boolean isFar(Plan plan) {
        PlacesFile.Entry entry = entry(plan.member().place());
        return entry != null && machine(entry) != null;
    }

    @Override
    public void begun(Launcher places, Comings comings) {
        // Nobody else may come.
    }

    @Override
    public String address() {
        return "";
    }

    @Override
    public boolean isInitHere() {
        return entries.get(0).isHere();
    }

    @Override
    public void close() {
        SshHosts open = hosts;
        if (open != null) {
            open.close();
        }
        RunsFolder.Left packed = left;
        if (packed != null) {
            packed.close();
        }
    }
}
