package org.sojourn.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The shell lines of a document: what stands four columns in, outside of fenced blocks and lists, and begins with a command that a shell
 * knows, an assignment before it perhaps, without the comment behind it. What the lines print stands four columns in, too, and is
 * none of them.
 */
record ShellLines(List<String> all) {
    private static final Pattern COMMAND = Pattern.compile("(?:[A-Z]+=\\S+"
            + " )*(?:\\$SOJOURN/sojourn|\\./sojourn|javac|java|jar|mvn|python3|cp|cd|mkdir|export|jfr|sbatch)\\b.*");
    private static final Pattern COMMENT = Pattern.compile("\\s+# .*| {3,}.*");

    static ShellLines of(Path document) throws IOException {
        List<String> all = new ArrayList<>();
        boolean isFenced = false;
        for (String line : Files.readAllLines(document)) {
            if (line.startsWith("```")) {
                isFenced = !isFenced;
            } else if (!isFenced && line.startsWith("    ") && !line.startsWith("     ")) {
                String typed = line.substring(4);
                if (COMMAND.matcher(typed).matches()) {
                    all.add(COMMENT.matcher(typed).replaceFirst("").strip());
                }
            }
        }
        return new ShellLines(all);
    }
}
