package org.example.visits;

import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The run, which lasts as long as the context: Spring closes what has a close method. */
@Configuration(proxyBeanMethods = false)
class Places {
    @Bean
    Sojourn sojourn() {
        return Sojourn.start();
    }

    @Bean
    Handle<Counter.Visit> counter(Sojourn sojourn) {
        return sojourn.create(Counter::new);
    }
}
