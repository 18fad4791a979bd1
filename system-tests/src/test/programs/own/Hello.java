package own;

import org.sojourn.host.Sojourn;
import org.sojourn.selectors.*;

public class Hello {
    static class Greeter extends Actor<String> {
        @Override
        protected void process(String name) {
            System.out.println("hello " + name + ", from " + here() + ", process "
                    + ProcessHandle.current().pid());
            exit();
        }
    }

    public static void main(String[] args) {
        try (var sojourn = Sojourn.start()) {
            for (Place place : sojourn.places())
                sojourn.create(place, Greeter::new).send("world");
        }
    }
}
