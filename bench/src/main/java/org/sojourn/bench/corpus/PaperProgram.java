package org.sojourn.bench.corpus;

import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;

/** What a program says of itself. */
abstract class PaperProgram implements Benchmark {
    private final String name;
    private final Family family;
    private final String parameters;
    private final long messages;
    private final String answer;

    PaperProgram(String name, Family family, String parameters, long messages, String answer) {
        this.name = name;
        this.family = family;
        this.parameters = parameters;
        this.messages = messages;
        this.answer = answer;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Family family() {
        return family;
    }

    @Override
    public final String parameters() {
        return parameters;
    }

    @Override
    public final long messages() {
        return messages;
    }

    @Override
    public final String answer() {
        return answer;
    }
}
