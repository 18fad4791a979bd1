package org.sojourn.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.look.Inject;
import org.sojourn.messengers.program.ScriptProgram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./sojourn inject}. */
@Command(
        name = "inject",
        header = "Begins a script of messengers in a run that goes on.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Begins a messenger in a run that goes on: of a script, of a program that uses messengers, or of"
                    + " ./sojourn network. The script is compiled here, with those beside it. What it prints and"
                    + " reports goes to the run.%n"
        },
        sortOptions = false,
        footer = {
            "",
            "Exit status: 0 it was begun, or with --wait all has ended well; 1 a messenger",
            "             has failed, or the run doesn't answer or has ended; 2 wrong use."
        })
final class InjectCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "SCRIPT", description = "the script's file")
    private String script = "";

    @Parameters(index = "1..*", paramLabel = "NAME=VALUE", description = "first values of its variables")
    private List<String> arguments = List.of();

    @Option(
            names = "--at",
            paramLabel = "NODE",
            description = "the node where it begins: its name, or its address as get network shows it, such as p0/18"
                    + " (default: the first node of p0). If several nodes have that name: the first one of the"
                    + " place with the lowest number")
    private String at = "";

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "the number of a run, as status shows it (default: the only one)")
    private String number = "";

    @Option(
            names = "--wait",
            description = "wait until the messenger and all that it makes have ended, or one of them has failed")
    private boolean isWaitedFor;

    @Override
    public Integer call() {
        if (!Scripts.isScript(script)) {
            throw new Usage(script + " isn't named like a script (script.mc)");
        }
        if (!number.matches("\\d*")) {
            throw new Usage("--run is " + number + "; it is the number of a run, as ./sojourn status shows it");
        }
        ScriptProgram program = Scripts.check(script, arguments, false);
        RunsFolder.Listed run = RunningRuns.find(number, " by --run");
        RunQuestion question = RunQuestion.ask(0, Inject.WORD, asked(program).bytes());
        RunState state = RunningRuns.asked(run, isWaitedFor ? question.patiently() : question);
        if (state == null) {
            return 1;
        }
        if (state.pids().isEmpty()) {
            System.err.println("sojourn: so many commands wait in run " + run.pid() + " (" + run.program()
                    + ") already that this one was turned away; nothing was begun");
            return 1;
        }
        for (Member each : state.answers().keySet()) {
            return said(state.answers().get(each));
        }
        System.err.println("sojourn: run " + run.pid() + " (" + run.program() + ") "
                + (isWaitedFor
                        ? "has ended before all was over that " + script + " began there"
                        : "hasn't answered within " + Bound.STATUS_ANSWER_SECONDS.value() + " s"));
        return 1;
    }

    private Inject asked(ScriptProgram program) {
        List<Inject.Named> scripts = new ArrayList<>();
        scripts.add(new Inject.Named(program.main().name(), program.main().bytes()));
        program.forms().forEach((name, form) -> {
            if (!name.equals(program.main().name())) {
                scripts.add(new Inject.Named(name, form.bytes()));
            }
        });
        return new Inject(at, isWaitedFor, scripts, arguments);
    }

    private static int said(Notice.Answered answer) {
        if (!answer.refusal().isEmpty()) {
            throw new Usage(answer.refusal());
        }
        Inject.Outcome outcome = Inject.Outcome.read(answer.content());
        List<String> sentences = outcome.sentences();
        switch (outcome.word()) {
            case DONE -> sentences.forEach(System.out::println);
            case FAILED -> {
                sentences.subList(0, sentences.size() - 1).forEach(System.out::println);
                System.err.println("sojourn: " + sentences.get(sentences.size() - 1));
            }
            case REFUSED -> throw new Usage(String.join("; ", sentences));
        }
        return outcome.word() == Inject.Outcome.Word.DONE ? 0 : 1;
    }
}
