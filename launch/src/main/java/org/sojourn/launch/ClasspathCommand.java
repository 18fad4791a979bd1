package org.sojourn.launch;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

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
    @Override
    public Integer call() {
        System.out.println(Programs.forUsers());
        return 0;
    }
}
