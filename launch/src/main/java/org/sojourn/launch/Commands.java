package org.sojourn.launch;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** This command, as another process would start it that sees the same files. */
final class Commands {
    /** The options with which the front door starts this command's JVM, but for its cache. */
    static final List<String> JVM = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:+PerfDisableSharedMem",
            "-Xlog:disable",
            "-Xlog:all=warning,aot*=off,cds*=off:stderr",
            "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private Commands() {}

    /** Up to its first word, without caches, which another machine might not have. */
    static List<String> own() {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.addAll(JVM);
        command.addAll(List.of("-Xmx64m", "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        return command;
    }

    /** {@return what a command does, in a sentence} */
    static String summary(CommandSpec command) {
        UsageMessageSpec usage = command.usageMessage();
        String[] texts = usage.header().length > 0 ? usage.header() : usage.description();
        return texts.length == 0 ? "" : texts[0].replace("%n", "");
    }

    /** As a shell reads it. */
    static String quoted(List<String> words) {
        return words.stream()
                .map(each -> each.matches("[\\w@%+=:,./-]+") ? each : "'" + each.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }
}
