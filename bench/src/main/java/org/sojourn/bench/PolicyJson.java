package org.sojourn.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The comparison of policies as one JSON object. What was not measured has no member. */
final class PolicyJson {
    private PolicyJson() {}

    static String of(PolicyReport report) {
        Map<String, Object> members = report.environment().members();
        members.put("rounds", report.rounds());
        members.put("analysisMillis", report.analysisMillis());
        members.put("goals", report.verdicts().stream().map(PolicyJson::verdict).toList());
        members.put(
                "programs", report.programs().stream().map(PolicyJson::program).toList());
        members.put("pekko", report.pekko().stream().map(PolicyJson::program).toList());
        return JsonText.of(members);
    }

    private static Map<String, Object> verdict(PolicyReport.Verdict verdict) {
        return Map.of("goal", verdict.what(), "measured", verdict.got(), "met", verdict.isMet());
    }

    private static Map<String, Object> program(ProgramRun run) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", run.program().name());
        members.put("source", run.program().source());
        members.put("parameters", run.program().benchmark().parameters());
        members.put("messages", run.program().benchmark().messages());
        members.put("kinds", run.advice().kinds().stream().map(PolicyJson::kind).toList());
        members.put("runs", run.runs().stream().map(PolicyJson::run).toList());
        return members;
    }

    private static Map<String, Object> kind(PolicyAdvice.Kind kind) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("kind", kind.name());
        members.put("policy", kind.policy().toString());
        members.put("rule", kind.rule());
        members.put("because", kind.because());
        members.put("vector", kind.vector());
        return members;
    }

    private static Map<String, Object> run(PolicyRun run) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", run.side().name());
        members.put("what", run.side().what());
        if (run.isWrong()) {
            members.put("problem", run.problem());
            return members;
        }
        members.put("millis", values(run, PolicySample::millis));
        members.put("cpuMillis", values(run, PolicySample::cpuMillis));
        members.put("voluntary", values(run, PolicySample::voluntary));
        members.put("involuntary", values(run, PolicySample::involuntary));
        if (run.medianMisses().isPresent()) {
            members.put("cacheMisses", values(run, sample -> sample.misses().orElse(0)));
        }
        return members;
    }

    private static List<Double> values(PolicyRun run, ToDoubleFunction<PolicySample> what) {
        return run.samples().stream().map(what::applyAsDouble).toList();
    }
}
