package org.sojourn.launch;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./sojourn classpath}. */
@Command(
        name = "classpath",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Prints the class path that your javac and java need.",
            "For example: javac -cp \"$(./sojourn classpath)\" Hello.java"
        })
final class ClasspathCommand implements Callable<Integer> {
    @Option(names = "--test", description = "with what tests need: the testkit, and JUnit with its console")
    private boolean test;

    @Override
    public Integer call() {
        System.out.println(test ? Programs.forTests() : Programs.forUsers());
        return 0;
    }
}
