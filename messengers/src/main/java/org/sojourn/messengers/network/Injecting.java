package org.sojourn.messengers.network;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Cause;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.MalformedFormException;
import org.sojourn.messengers.look.Inject;
import org.sojourn.messengers.look.Inject.Outcome;
import org.sojourn.messengers.look.TypedValues;

/**
 * Begins messengers for people outside of the run. The scripts come as canonical bytes, and are checked here as those are that another
 * place sends.
 */
final class Injecting {
    private final Nodes place;

    Injecting(Nodes place) {
        this.place = place;
    }

    /** By any thread. */
    CompletionStage<byte[]> answer(byte[] question) {
        Inject asked = Inject.read(question);
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        if (!place.site().visit()) {
            return CompletableFuture.failedFuture(new IllegalStateException(
                    "the run has just ended, or this place is leaving it; nothing was begun"));
        }
        place.site().policy().submit(() -> {
            try {
                begin(asked, answer);
            } catch (RuntimeException refused) {
                refuse(answer, refused);
            } finally {
                place.site().release();
            }
        });
        return answer;
    }

    private static void refuse(CompletableFuture<byte[]> answer, Throwable failure) {
        end(answer, Outcome.Word.REFUSED, List.of(Cause.sentence(failure)));
    }

    private static void end(CompletableFuture<byte[]> answer, Outcome.Word word, List<String> sentences) {
        answer.complete(new Outcome(word, sentences).bytes());
    }

    private void begin(Inject asked, CompletableFuture<byte[]> answer) {
        place.site().requireOpen("a messenger is injected from outside");
        Map<String, Form> forms = forms(asked);
        Form main = forms.values().iterator().next();
        Begun injection = new Begun(place, main);
        TypedValues.read(main, asked.arguments()).forEach(injection::with);
        CompletableFuture<Address> where = asked.at().isEmpty()
                ? CompletableFuture.completedFuture(place.first().address())
                : place.finding().find(asked.at());
        where.whenComplete((address, failure) -> {
            try {
                if (failure != null) {
                    refuse(answer, failure);
                    return;
                }
                List<String> said = define(forms);
                said.add(main.name() + " begins at " + address);
                if (asked.isWaitedFor()) {
                    CompletableFuture<Void> end = injection.start(where);
                    end.whenComplete((done, failed) -> ended(answer, said, failed));
                    answer.whenComplete((told, gone) -> end.cancel(false)); // nothing, unless whoever waits has gone
                } else {
                    injection.begin(where);
                    end(answer, Outcome.Word.DONE, said);
                }
            } catch (RuntimeException refused) {
                refuse(answer, refused);
            }
        });
    }

    private static Map<String, Form> forms(Inject asked) {
        if (asked.scripts().isEmpty()) {
            throw new IllegalArgumentException("an injection without a script");
        }
        Map<String, Form> forms = new LinkedHashMap<>();
        for (Inject.Named each : asked.scripts()) {
            try {
                forms.put(each.name(), Form.read(each.form()));
            } catch (MalformedFormException e) {
                throw new IllegalArgumentException(each.name() + " is refused: " + e.getMessage(), e);
            }
        }
        return forms;
    }

    /** Makes the scripts known by their names; says which mean something else from now on. */
    private List<String> define(Map<String, Form> forms) {
        List<String> said = new ArrayList<>();
        forms.forEach((name, form) -> {
            Code known = place.codes().named(name);
            if (known == null || !known.id.equals(form.id())) {
                place.codes().add(name, form);
                if (known != null) {
                    said.add(
                            name + " replaces another script of that name; messengers that run that one go on with it");
                }
            }
        });
        return said;
    }

    private static void ended(CompletableFuture<byte[]> answer, List<String> said, @Nullable Throwable failed) {
        List<String> all = new ArrayList<>(said);
        if (failed == null) {
            all.add("all that it has begun has ended");
            end(answer, Outcome.Word.DONE, all);
        } else {
            all.add(Cause.sentence(failed));
            end(answer, Outcome.Word.FAILED, all);
        }
    }
}
