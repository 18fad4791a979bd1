package org.sojourn.bench.remote;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;

/** A run whose last place says a line when it gets a message; with a number, JVMs that say one. */
public final class FirstMessage {
    static final String HELLO = "hello";

    private FirstMessage() {}

    private static final class Greeter extends Actor<String> {
        @Override
        protected void process(String word) {
            System.out.println(word);
            exit();
        }
    }

    /**
     * Runs.
     *
     * @param args nothing within {@code ./sojourn run}; otherwise how many JVMs are to be started that say a line, 0 to say it
     * @throws IOException if JVMs can't be started
     */
    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            try (Sojourn sojourn = Sojourn.start()) {
                sojourn.create(sojourn.places().getLast(), Greeter::new).send(HELLO);
            }
            return;
        }
        int count = Integer.parseInt(args[0]);
        if (count == 0) {
            System.out.println(HELLO);
        }
        List<ChildJvm> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new ChildJvm(List.of(), FirstMessage.class, "0"));
        }
        for (ChildJvm each : all) {
            System.out.println(each.line());
            each.close();
        }
    }
}
