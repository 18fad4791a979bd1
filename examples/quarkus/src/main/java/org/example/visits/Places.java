package org.example.visits;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;

/** The run, which lasts as long as the application. */
@ApplicationScoped
public class Places {
    @Produces
    @Singleton
    Sojourn sojourn() {
        return Sojourn.start();
    }

    void stop(@Disposes Sojourn sojourn) {
        sojourn.close();
    }

    @Produces
    @Singleton
    Handle<Counter.Visit> counter(Sojourn sojourn) {
        return sojourn.create(Counter::new);
    }
}
