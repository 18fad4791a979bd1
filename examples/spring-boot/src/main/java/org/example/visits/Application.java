package org.example.visits;

import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Visits twice, and ends. */
@SpringBootApplication
class Application {
    public static void main(String[] args) {
        SpringApplication.run(Application.class, args).close();
    }

    @Bean
    CommandLineRunner visitor(Visits visits) {
        return args -> {
            visits.visit().join();
            System.out.println("visits: " + visits.visit().join());
        };
    }
}
