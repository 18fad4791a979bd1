package org.sojourn.messengers.form;

/** Patterns as bytes, and back. */
final class PatternBytes {
    private PatternBytes() {}

    static void write(Output to, Pattern... patterns) {
        for (Pattern each : patterns) {
            switch (each) {
                case Pattern.Omitted its -> to.tag(0);
                case Pattern.Any its -> to.tag(1);
                case Pattern.Unnamed its -> to.tag(2);
                case Pattern.Is its -> {
                    to.tag(3);
                    ExprBytes.write(to, its.value());
                }
            }
        }
    }

    static Pattern read(Input from) {
        int tag = from.tag();
        return switch (tag) {
            case 0 -> new Pattern.Omitted();
            case 1 -> new Pattern.Any();
            case 2 -> new Pattern.Unnamed();
            case 3 -> new Pattern.Is(ExprBytes.read(from));
            default -> throw from.wrong("no pattern has number " + tag);
        };
    }
}
