package org.sojourn.bench.remote;

import java.io.IOException;
import java.util.List;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;

/** A run of some places whose last one says a line when it gets a message; with no number, JVMs that say one. */
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
     * @param args how many places, or nothing to say a line, or a minus sign and how many JVMs are to be started to say one
     * @throws IOException if JVMs can't be started
     */
    public static void main(String[] args) throws IOException {
        int places = args.length == 0 ? 0 : Integer.parseInt(args[0]);
        if (places == 0) {
            System.out.println(HELLO);
        } else if (places > 0) {
            try (Sojourn sojourn = Sojourn.start(Config.local(places))) {
                sojourn.create(sojourn.places().get(places - 1), Greeter::new).send(HELLO);
            }
        } else {
            ChildJvm[] all = new ChildJvm[-places];
            for (int i = 0; i < all.length; i++) {
                all[i] = new ChildJvm(List.of(), FirstMessage.class);
            }
            for (ChildJvm each : all) {
                System.out.println(each.line());
                each.close();
            }
        }
    }
}
