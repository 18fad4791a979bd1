package org.sojourn.weave;

import java.io.DataInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.run.Resumption;

/** The other JVM: goes on with what programs have become, and says which of them didn't end as they should. */
public final class Elsewhere {
    private Elsewhere() {}

    /**
     * Runs them.
     *
     * @param arguments the file that has them: for each the name of the program, its expected answer, and the bytes
     */
    public static void main(String[] arguments) throws Exception {
        Links links = new Links(Elsewhere.class.getClassLoader());
        Polls.set(null);
        int wrong = 0;
        int count = 0;
        try (DataInputStream from = new DataInputStream(Files.newInputStream(Path.of(arguments[0])))) {
            for (int left = from.readInt(); left > 0; left--) {
                String name = from.readUTF();
                String expected = from.readUTF();
                byte[] bytes = from.readNBytes(from.readInt());
                count++;
                String got;
                try {
                    got = (String) Resumption.run(links.codec().read(bytes), null, null);
                } catch (Throwable e) {
                    got = e.toString();
                }
                if (!expected.equals(got)) {
                    wrong++;
                    System.out.println(name + ": " + got + " and, where it began, " + expected);
                }
            }
        }
        System.out.println(count + " went on here, " + wrong + " wrong");
        System.exit(0);
    }
}
