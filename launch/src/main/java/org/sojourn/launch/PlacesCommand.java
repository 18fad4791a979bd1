package org.sojourn.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.Config;
import org.sojourn.host.place.Networks;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.host.run.Launcher;
import org.sojourn.host.run.Logging;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.port.Bound;
import org.sojourn.launch.network.NetworkFile;
import org.sojourn.messengers.network.Daemons;
import org.sojourn.messengers.outside.HatchSettings;
import org.sojourn.messengers.script.Near;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that starts places and runs something at them: the options that say where and how. */
abstract class PlacesCommand implements Callable<Integer> {
    /** How an amount of memory is written. */
    static final String SIZE = "[1-9]\\d*[kKmMgG]";

    private static final String LOCAL = "local";
    private static final String SSH = "ssh";
    private static final String SLURM = "slurm";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--places",
            paramLabel = "N",
            description = "how many places to start on this machine, 1 to 256 (default: 1)")
    private @Nullable Integer places;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "the places of a configuration file: selectorSystem { init {place, hostname, port}, remote: [...]"
                            + " }")
    private @Nullable File config;

    @Option(
            names = "--launcher",
            paramLabel = "KIND",
            description =
                    "how places are started: local; ssh, if --config names other hosts; or slurm, each as a task of"
                            + " one srun (default: local, or ssh if it is needed)")
    private @Nullable String launcher;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "worker threads of each place, 1 to 32 (default: cores / places, at least 1)")
    private @Nullable Integer workers;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "maximum heap of each place, as 512m or 2g (default: a quarter of the memory, shared by the"
                    + " places)")
    private @Nullable String heap;

    @Option(
            names = "--jvm-opt",
            paramLabel = "OPTION",
            description = "an option for the JVM of each place; may be repeated")
    private List<String> jvmOptions = List.of();

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "adds to the environment of each place; may be repeated")
    private List<String> environment = List.of();

    @Option(names = "--dir", paramLabel = "FOLDER", description = "the working directory of the places")
    private @Nullable File directory;

    @Option(
            names = "--log",
            paramLabel = "LEVEL",
            defaultValue = "WARNING",
            description = "what the runtime logs: OFF, ERROR, WARNING, INFO or DEBUG (default: WARNING)")
    private String log = "WARNING";

    @Option(
            names = "--allow",
            paramLabel = "PACKAGE",
            description =
                    "classes of this package and those below may travel, besides those of the program; may be repeated")
    private List<String> allow = List.of();

    @Option(
            names = "--serialiser",
            paramLabel = "NAME",
            defaultValue = "fory",
            description = "fory or kryo (default: fory)")
    private String serialiser = "fory";

    @Option(
            names = "--placement",
            paramLabel = "POLICY",
            description = "which place gets a node if a script of messengers doesn't name one: round-robin, random, or"
                    + " least-loaded, among a place and its neighbours (default: round-robin)")
    private @Nullable String placement;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "the seed of the random numbers of messengers' scripts (default: 42)")
    private @Nullable Long seed;

    @Option(
            names = "--balance",
            paramLabel = "POLICY",
            defaultValue = "none",
            description =
                    "how selectors are moved over places: none; poll (places without work ask for some); measure (by"
                            + " load, and towards the selectors that a selector sends to); rotate (everything moves all"
                            + " the time: a test)")
    private String balance = "none";

    @Option(
            names = "--balance-budget",
            paramLabel = "N",
            description = "the most selectors that each place sends away for balance in a second (default: 10000)")
    private @Nullable Integer balanceBudget;

    @Option(
            names = "--rotate-messages",
            paramLabel = "N",
            description = "after how many messages a selector moves under --balance rotate (default: 1)")
    private @Nullable Integer rotateMessages;

    @Option(
            names = "--balance-dry-run",
            description = "move nothing, and say on standard error what would move where, and why")
    private boolean balanceDryRun;

    @Option(
            names = "--silence",
            paramLabel = "SECONDS",
            description = "how long a place may be silent, stopped or in a debugger, before it is lost, 1 to 86400"
                    + " (default: 30; with other hosts 10)")
    private @Nullable Integer silence;

    @Option(
            names = "--layer",
            paramLabel = "NAME",
            defaultValue = "",
            description = "the communication layer by which places reach each other (default: TCP)")
    private String layer = "";

    @Option(names = "--copy", description = "local messages go through the serialiser too, as remote ones do")
    private boolean copy;

    @Option(names = "--one-jvm", description = "all places in one JVM, for a debugger")
    private boolean oneJvm;

    @Option(
            names = "--json",
            description =
                    "one JSON object on standard output at the end; what the program prints goes to standard error")
    private boolean json;

    @Option(
            names = "--profile",
            paramLabel = "FILE",
            description = "write what each kind of selector has done to this file, for map --profile")
    private @Nullable Path profile;

    @Option(
            names = "--network",
            paramLabel = "FILE",
            description = "write the logical network of messengers to this file at the end: a picture, if its name ends"
                    + " with .svg, or .json")
    private @Nullable Path network;

    @Option(
            names = "--outside",
            description =
                    "let scripts deal with other processes of this user, by a shared file and a socket for each place,"
                            + " named in ~/.sojourn/profile")
    private boolean outside;

    @Option(
            names = "--sbatch-script",
            paramLabel = "FILE",
            description = "with --launcher slurm: run nothing, and write a script for sbatch that does the same")
    private @Nullable Path sbatchScript;

    @Option(names = "--no-logs", description = "don't keep the output of places; ./sojourn logs has nothing to show")
    private boolean noLogs;

    @Mixin
    private ComersOptions comers = new ComersOptions();

    @Mixin
    private FarOptions far = new FarOptions();

    @Option(names = "--startup", description = "also print how long each place took to start")
    private boolean startup;

    @Option(names = "--no-verdict", hidden = true, description = "for tests: leave the loss of a place to the views")
    private boolean noVerdict;

    @Option(
            names = "--train",
            hidden = true,
            description = "for the build: write the start-up cache of places to this file")
    private @Nullable Path train;

    /**
     * Runs a program.
     *
     * @param word how it was named
     * @param found what is to be run; looked for after the options were looked at
     * @param from when the command began
     * @return the exit status
     */
    final int run(String word, Supplier<Programs.Found> found, long from) {
        check();
        ProgressBar bar = ProgressBar.ofCommand(json);
        Logging.configure("sojourn", log);
        PlacesFile.Contents file = contents();
        List<PlacesFile.Entry> entries = file.entries();
        Programs.Found program = found.get();
        PlaceSettings settings;
        try {
            settings = new PlaceSettings(
                    workers(entries.size()), copy, serialiser, program.mainPackage(), allow, balance(), layer);
        } catch (IllegalArgumentException e) {
            throw new Usage("--" + e.getMessage());
        }
        Run.Comers coming = comers.of(entries.size(), oneJvm);
        Run.Request request = new Run.Request(
                word,
                program,
                entries,
                settings,
                sites(program, entries, properties(file), coming.listen()),
                silence(entries),
                json,
                startup,
                !noVerdict,
                !noLogs,
                coming,
                networkFile(),
                bar,
                from);
        if (sbatchScript != null) {
            return SbatchScript.write(sbatchScript, spec, entries.size(), request.program());
        }
        beginFiles(request.network());
        if (oneJvm) {
            properties(file).forEach(System::setProperty);
        }
        return oneJvm ? OneJvm.run(request) : Run.run(request);
    }

    private @Nullable NetworkFile networkFile() {
        try {
            return network == null ? null : NetworkFile.of(network);
        } catch (IllegalArgumentException e) {
            throw new Usage(String.valueOf(e.getMessage()));
        }
    }

    /** What {@code --balance} says. */
    final String balanceWord() {
        return balance;
    }

    /** A word that is no option stands where a program is named. */
    final Usage unknown(String word) {
        List<String> names = Objects.requireNonNull(spec).options().stream()
                .filter(each -> !each.hidden())
                .map(OptionSpec::longestName)
                .toList();
        return new Usage("unknown option " + word
                + new Near()
                        .to(word.replaceFirst("=.*", ""), () -> names)
                        .map(each -> "; did you mean " + each + "?")
                        .orElse(""));
    }

    final boolean isInOneJvm() {
        return oneJvm;
    }

    /** Looks at what was typed, as a run does before it starts anything. */
    final void checkOptions() {
        check();
        contents();
    }

    /** What is for places of this machine only. */
    private void checkFar() {
        if (profile != null) {
            throw new Usage("--profile is written by places of this machine; leave it out where places live on others");
        }
        if (!layer.isEmpty()) {
            throw new Usage("places of other machines speak TLS, which communication layers don't; leave out --layer");
        }
    }

    private void check() {
        far.identities();
        if (launcher != null && !List.of(LOCAL, SSH, SLURM).contains(launcher)) {
            throw new Usage("--launcher is " + launcher + "; it is local, ssh or slurm");
        }
        if (SSH.equals(launcher) && config == null) {
            throw new Usage("--launcher ssh needs --config FILE, which names the hosts");
        }
        if (SLURM.equals(launcher) && (config != null || oneJvm)) {
            throw new Usage((config != null ? "--config" : "--one-jvm")
                    + " says where places are, and so does --launcher slurm; say by --places how many tasks there are");
        }
        if (sbatchScript != null && !SLURM.equals(launcher)) {
            throw new Usage("--sbatch-script is for --launcher slurm");
        }
        if (config != null && places != null) {
            throw new Usage("--places and --config both say which places there are; give one of them");
        }
        if (!Networks.find().serialisers().contains(serialiser)) {
            throw new Usage("--serialiser is " + serialiser + "; it is one of "
                    + Networks.find().serialisers());
        }
        if (!log.matches("OFF|ERROR|WARNING|INFO|DEBUG")) {
            throw new Usage("--log is " + log + "; it is OFF, ERROR, WARNING, INFO or DEBUG");
        }
        if (silence != null && (silence < 1 || silence > Bound.LONGEST_SILENCE_SECONDS.value())) {
            throw new Usage("--silence is " + silence + " s; a place may be silent for 1 to "
                    + Bound.LONGEST_SILENCE_SECONDS.value() + " s");
        }
        if (balance.equals("none") && (balanceBudget != null || balanceDryRun)) {
            throw new Usage("--balance-budget and --balance-dry-run need a policy that moves selectors; name one, as"
                    + " --balance poll");
        }
        if (rotateMessages != null && !balance.equals("rotate")) {
            throw new Usage("--rotate-messages is for --balance rotate, and --balance is " + balance);
        }
        try {
            Daemons.read("", placement == null ? "" : placement);
        } catch (IllegalArgumentException e) {
            throw new Usage("--placement: " + e.getMessage());
        }
        if (heap != null && !heap.matches(SIZE)) {
            throw new Usage("--heap is " + heap + "; write it like 512m or 2g");
        }
        if (directory != null && !directory.isDirectory()) {
            throw new Usage("--dir " + directory + " isn't a folder");
        }
        if (oneJvm && (heap != null || directory != null || !jvmOptions.isEmpty() || !environment.isEmpty())) {
            throw new Usage("--one-jvm runs in this JVM; --heap, --jvm-opt, --env and --dir need places of their own");
        }
    }

    private BalanceSettings balance() {
        int budget = balanceBudget != null ? balanceBudget : Bound.BALANCE_MOVES.intValue();
        BalanceSettings settings = BalanceSettings.of(balance, budget, balanceDryRun);
        return rotateMessages == null ? settings : settings.withRotateMessages(rotateMessages);
    }

    private Map<String, String> environment() {
        Map<String, String> named = new LinkedHashMap<>();
        for (String each : environment) {
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw new Usage("--env is " + each + "; write it like NAME=VALUE");
            }
            named.put(each.substring(0, equals), each.substring(equals + 1));
        }
        return named;
    }

    private PlacesFile.Contents contents() {
        if (config != null) {
            return PlacesFile.read(config);
        }
        int count = places == null ? 1 : places;
        if (count < 1 || count > Config.MAX_PLACES) {
            throw new Usage("--places is " + count + "; one machine gets 1 to " + Config.MAX_PLACES);
        }
        List<PlacesFile.Entry> entries = IntStream.range(0, count)
                .mapToObj(i -> new PlacesFile.Entry(i, "localhost", 0))
                .toList();
        return new PlacesFile.Contents(entries, "", "");
    }

    /** What each place is told of where nodes go, and of other processes. */
    private Map<String, String> properties(PlacesFile.Contents file) {
        Map<String, String> properties = new LinkedHashMap<>();
        if (!file.links().isEmpty()) {
            properties.put(Daemons.LINKS, file.links());
        }
        String policy = placement != null ? placement : file.placement();
        if (!policy.isEmpty()) {
            properties.put(Daemons.PLACEMENT, policy);
        }
        if (seed != null) {
            properties.put("sojourn.seed", seed.toString());
        }
        if (outside) {
            properties.put(HatchSettings.PROPERTY, "on");
        }
        return properties;
    }

    private int workers(int count) {
        if (workers == null && SLURM.equals(launcher)) {
            return SbatchScript.processors();
        }
        return workers != null ? workers : PlaceSettings.workersFor(count);
    }

    private PlaceOptions options(Programs.Found program, Map<String, String> properties) {
        List<String> options = new ArrayList<>(program.options());
        options.addAll(jvmOptions);
        properties.forEach((name, value) -> options.add("-D" + name + "=" + value));
        if (profile != null) {
            options.add("-Dsojourn.profile=" + profile.toAbsolutePath());
        }
        return new PlaceOptions(heap, log, options);
    }

    private Sites sites(
            Programs.Found program,
            List<PlacesFile.Entry> entries,
            Map<String, String> properties,
            @Nullable HostPort listen) {
        PlaceOptions options = options(program, properties);
        StartupCache caches = new StartupCache(train);
        boolean isHere = areHere(entries);
        if (listen != null || SLURM.equals(launcher) || !isHere) {
            checkFar();
        }
        if (isHere && entries.stream().allMatch(each -> each.terms().equals(PlacesFile.Terms.NONE))) {
            far.refuse();
            return new OpenSites(
                    program,
                    options.here(entries.size()),
                    environment(),
                    directory,
                    json,
                    caches,
                    listen,
                    SLURM.equals(launcher) ? entries.size() : 0);
        }
        if (oneJvm || listen != null) {
            throw new Usage((oneJvm ? "--one-jvm" : "--listen") + " is for runs whose first places are all on this"
                    + " machine and alike, and " + config + " says otherwise");
        }
        return new SpreadSites(
                program, entries, options, environment(), directory, json, caches, workers != null, far.identities());
    }

    /** Whether all places live on this machine. */
    private boolean areHere(List<PlacesFile.Entry> entries) {
        for (PlacesFile.Entry each : entries) {
            if (!each.isHere()) {
                if (LOCAL.equals(launcher)) {
                    throw new Usage(config + ": place p" + each.place() + " is placed on " + each.hostname()
                            + (each.terms().sshPort() == 0 && each.terms().user() == null
                                    ? ", which isn't this machine"
                                    : ", by ssh")
                            + "; --launcher local starts places here only: leave it out, and they start by ssh");
                }
                return false;
            }
        }
        return true;
    }

    private Duration silence(List<PlacesFile.Entry> entries) {
        if (silence != null) {
            return Duration.ofSeconds(silence);
        }
        return entries.stream().allMatch(PlacesFile.Entry::isHere)
                ? Launcher.SILENCE
                : Duration.ofMillis(Bound.REMOTE_SILENCE_MILLIS.value());
    }

    /** Empties the files, after all that may refuse the run, which then leaves both alone. Places add to the profile when they end. */
    private void beginFiles(@Nullable NetworkFile networkFile) {
        if (profile != null) {
            try {
                Files.write(profile, new byte[0]);
            } catch (NoSuchFileException e) {
                throw new Usage("--profile " + profile + " can't be written: there is no such folder");
            } catch (IOException e) {
                throw new Usage("--profile " + profile + " can't be written"
                        + (Files.isDirectory(profile) ? ": it is a folder" : ": " + e.getMessage()));
            }
            if (oneJvm) {
                System.setProperty("sojourn.profile", profile.toAbsolutePath().toString());
            }
        }
        if (networkFile != null) {
            try {
                networkFile.begin();
            } catch (IllegalArgumentException e) {
                throw new Usage(String.valueOf(e.getMessage()));
            }
        }
    }
}
