package org.example.visits;

import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.inject.Inject;

/** Visits twice, and ends. */
@QuarkusMain
public class Application implements QuarkusApplication {
    @Inject
    Visits visits;

    @Override
    public int run(String... args) {
        visits.visit().join();
        System.out.println("visits: " + visits.visit().join());
        return 0;
    }
}
