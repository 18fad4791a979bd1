package own;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

/** Keeps all that it makes, at the place that its argument names, until that has no memory left. */
public class Hoarder {
    private static final int BYTES = 1 << 20;

    record More() {}

    static class Miser extends Actor<More> {
        private final List<byte[]> all = new ArrayList<>();

        @Override
        protected void process(More more) {
            all.add(new byte[BYTES]);
            self().send(more);
        }
    }

    public static void main(String[] args) {
        try (Sojourn sojourn = Sojourn.start()) {
            sojourn.create(sojourn.places().get(Integer.parseInt(args[0])), Miser::new)
                    .send(new More());
        }
    }
}
