package org.sojourn.launch;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./sojourn classpath}. */
@Command(
        name = "classpath",
        description = "Prints the class path that your javac and java need: javac -cp \"$(./sojourn classpath)\" ...")
final class ClasspathCommand implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help")
    private boolean help;

    @Override
    public Integer call() {
        System.out.println(Programs.libraries(false));
        return 0;
    }
}
