package org.sojourn.systemtests;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Judges what a command says at the end of a run of which some places were lost. */
final class Verdict {
    /** So much a run may log, and say at its end, whatever happens to it. */
    static final int MOST_LINES = 150;

    private static final int LOST = 4;
    private static final Pattern LOSS = Pattern.compile("\\bp(\\d+)(, the init place,)? was lost\\b");
    private static final Pattern PLACE = Pattern.compile("^(?:\\[p\\d+\\])?");
    private static final Pattern TRACE = Pattern.compile("^(?:\\[p\\d+\\])?\\s+at [\\w.$/@]+\\([^)]*\\)$");
    private static final Pattern FRAME = Pattern.compile("^(?:\\[p\\d+\\])?\\s+at .*");

    /** What is said once each time: strangers at the port of the membership. */
    private static final Pattern UNBOUNDED = Pattern.compile("\\blink from \\S+ to port \\d+ closed: ");

    /** The watchdog's word on a turn that takes long, a handler's or the runtime's own, as one does in a process that is stopped. */
    private static final Pattern WATCHED =
            Pattern.compile(" has (?:kept|blocked|waited on|computed on|been encoding) .* for \\d+ ms");

    private static final Pattern ENDING =
            Pattern.compile("(?m)^(finished|quiescent|terminated with loss|stalled|failed|stopped)\\b.*$");

    private Verdict() {}

    /**
     * Says what is wrong.
     *
     * @param status the command's
     * @param said what it has said on standard error
     * @param lost the places that are lost, and no others
     */
    static List<String> judged(int status, String said, Set<Integer> lost) {
        return judged(status, said, lost, MOST_LINES);
    }

    /** The same where more may be said. */
    static List<String> judged(int status, String said, Set<Integer> lost, int most) {
        List<String> wrong = new ArrayList<>();
        int expected = lost.isEmpty() ? 0 : LOST;
        if (status != expected) {
            wrong.add("the status is " + status + " and not " + expected);
        }
        Set<Integer> named = LOSS.matcher(said)
                .results()
                .map(each -> Integer.valueOf(each.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
        if (!named.equals(lost)) {
            wrong.add("said to be lost are the places " + named + ", and lost are " + lost);
        }
        List<String> endings =
                ENDING.matcher(said).results().map(each -> each.group(1)).toList();
        List<String> right = lost.isEmpty() ? List.of("finished", "quiescent") : List.of("terminated with loss");
        if (endings.size() != 1 || !right.contains(endings.get(0))) {
            wrong.add("it says how it ended by " + endings + ", which is to be one of " + right);
        }
        int lines = 0;
        boolean isTraced = false;
        for (String line : unwatched(said)) {
            if (!isTraced && TRACE.matcher(line).matches()) {
                isTraced = true;
                wrong.add("a stack trace is shown: " + line);
            }
            lines += UNBOUNDED.matcher(line).find() ? 0 : 1;
        }
        if (lines > most) {
            wrong.add(lines + " lines are said, of at most " + most);
        }
        return wrong;
    }

    /**
     * The lines of it without what the watchdog says of turns that take long, and without the stacks that it shows. How many these are is the
     * machine's affair; and the lines of one place may come between those of another.
     */
    private static List<String> unwatched(String said) {
        List<String> unwatched = new ArrayList<>();
        Set<String> shown = new HashSet<>(); // whose last line was of that sort
        for (String line : said.lines().toList()) {
            Matcher place = PLACE.matcher(line);
            String whose = place.find() ? place.group() : "";
            if (WATCHED.matcher(line).find()) {
                shown.add(whose);
            } else if (!shown.contains(whose) || !FRAME.matcher(line).matches()) {
                shown.remove(whose);
                unwatched.add(line);
            }
        }
        return unwatched;
    }
}
