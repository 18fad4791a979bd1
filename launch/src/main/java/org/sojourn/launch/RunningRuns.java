package org.sojourn.launch;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.Inquiry;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.selectors.json.Json;

/** The runs that go on, as commands find and show them. */
final class RunningRuns {
    private RunningRuns() {}

    static List<RunsFolder.Listed> all() {
        try {
            return RunsFolder.ofUser().runs();
        } catch (IOException e) {
            throw new Usage(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Finds the run that is meant.
     *
     * @param number the process of its command; empty for the only one
     */
    static RunsFolder.Listed find(String number) {
        return find(number, "");
    }

    /**
     * Finds the run that is meant.
     *
     * @param number the process of its command; empty for the only one
     * @param how how to say which, a clause for people
     */
    static RunsFolder.Listed find(String number, String how) {
        List<RunsFolder.Listed> all = all();
        if (all.isEmpty()) {
            throw new Usage("you have no runs on this machine; ./sojourn run starts one");
        }
        if (number.isEmpty() && all.size() == 1) {
            return all.get(0);
        }
        String named =
                all.stream().map(run -> run.pid() + " (" + run.program() + ")").collect(Collectors.joining(", "));
        if (number.isEmpty()) {
            throw new Usage("several runs go on, say which" + how + ": " + named);
        }
        return all.stream()
                .filter(run -> Long.toString(run.pid()).equals(number))
                .findFirst()
                .orElseThrow(() -> new Usage("no run " + number + " of yours on this machine; there is " + named));
    }

    /**
     * Asks a run.
     *
     * @param question what to ask
     * @throws IOException if it doesn't answer
     */
    static RunState ask(RunsFolder.Listed run, RunQuestion question) throws IOException {
        return Inquiry.ask(run.port(), run.secret(), question);
    }

    /** Asks a run; null, with a sentence on standard error, if it doesn't answer. */
    static @Nullable RunState asked(RunsFolder.Listed run, RunQuestion question) {
        try {
            return ask(run, question);
        } catch (IOException e) {
            System.err.println(
                    "sojourn: run " + run.pid() + " (" + run.program() + ") doesn't answer: " + e.getMessage());
            return null;
        }
    }

    static Map<String, String> fields(RunsFolder.Listed run) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("run", Long.toString(run.pid()));
        fields.put("program", Json.quoted(run.program()));
        fields.put("started", Json.quoted(run.started().toString()));
        fields.put("upMillis", Long.toString(up(run).toMillis()));
        return fields;
    }

    static Duration up(RunsFolder.Listed run) {
        Duration up = Duration.between(run.started(), Instant.now());
        return up.isNegative() ? Duration.ZERO : up;
    }
}
