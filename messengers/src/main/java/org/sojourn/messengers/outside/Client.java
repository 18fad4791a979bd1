package org.sojourn.messengers.outside;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Cause;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.look.TypedValues;

/**
 * A process that is connected. It sends a command, a line, and gets an answer, a line; then it may send the next one. So a client that
 * doesn't read its answers isn't read either, and nothing piles up. All of this is on the client's own thread.
 */
final class Client {
    private static final System.Logger LOG = System.getLogger(Client.class.getName());

    /** By which it is told what has become of an injection. */
    private static final int END_OF_INJECTION = 6;

    private static final int MOST_MILLIS = OutsideBound.WAIT.intValue();

    private static final String COMMANDS = "send PRIORITY TEXT; recv [MILLISECONDS]; define NAME BYTES;"
            + " inject NAME [--at NODE] [VARIABLE=VALUE ...]; read SLOT; write SLOT KIND VALUES; get [PARAMETER];"
            + " set PARAMETER VALUE; status; hold; release; quit";

    private final Hatch hatch;
    private final int number;
    private final SocketChannel channel;
    private final Lines lines;
    private boolean isHolding;

    /** The run is over: nothing is read any more. */
    private volatile boolean isOver;

    /** Its injections that haven't ended. */
    private final Set<Long> begun = ConcurrentHashMap.newKeySet();

    Client(Hatch hatch, int number, SocketChannel channel) {
        this.hatch = hatch;
        this.number = number;
        this.channel = channel;
        this.lines = new Lines(channel);
    }

    int number() {
        return number;
    }

    /** Does what it says until it goes, or says something of which no end can be seen. */
    void run() {
        try (channel) {
            converse();
        } catch (IOException e) {
            LOG.log(DEBUG, "client {0} is gone: {1}", number, e.getMessage());
        } finally {
            hatch.exchange().left(number).forEach(hatch.inside()::nobodyHears); // while it holds the run
            if (isHolding) {
                hatch.inside().release(this);
            }
        }
    }

    private void converse() throws IOException {
        Identity its = hatch.identity();
        say("sojourn 1 run " + its.run() + " place " + its.place() + " client " + number);
        try {
            String line = next();
            while (line != null && !line.strip().equals("quit")) {
                say(answer(line));
                line = next();
            }
            if (isOver) {
                say("refused the run is over" + (begun.isEmpty() ? "" : "; it has ended before injection " + listed()));
            }
        } catch (Refused refused) {
            say("refused " + refused.getMessage());
        }
    }

    /**
     * {@return the next line; null if there is none} Who says the next thing, or closes its end in order, has read all answers. From one that
     * goes and hasn't, the system brings an error.
     */
    private @Nullable String next() throws IOException, Refused {
        String line = lines.next();
        hatch.exchange().hasRead(number);
        return line;
    }

    private String listed() {
        return begun.stream().sorted().map(Object::toString).collect(Collectors.joining(", "));
    }

    /** The run is over: it isn't read any more, and is told so as the last line. */
    void end() {
        isOver = true;
        try {
            channel.shutdownInput();
        } catch (IOException e) {
            LOG.log(DEBUG, "client {0} is gone: {1}", number, e.getMessage());
        }
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.log(DEBUG, "client {0} could not be closed: {1}", number, e.getMessage());
        }
    }

    private void say(String answer) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((Words.escaped(answer) + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    // ---- commands -------------------------------------------------------------------------------------------------

    /** Does one command; what was announced behind it, and isn't there or is no text, ends the conversation. */
    private String answer(String line) throws IOException, Refused {
        int space = line.indexOf(' ');
        String command = space < 0 ? line : line.substring(0, space);
        String rest = space < 0 ? "" : line.substring(space + 1);
        if (command.equals("define")) {
            return define(rest);
        }
        try {
            return switch (command) {
                case "send" -> send(rest);
                case "recv" -> receive(rest);
                case "inject" -> inject(Words.split(rest));
                case "read" -> read(rest);
                case "write" -> write(rest);
                case "get" -> get(rest.strip());
                case "set" -> set(Words.split(rest));
                case "status" -> "ok " + hatch.statusLine();
                case "hold" -> hold(true);
                case "release" -> hold(false);
                case "help" -> "ok " + COMMANDS;
                default ->
                    throw new Refused(
                            "there is no command '" + Spelled.brief(command) + "'; help shows those that there are");
            };
        } catch (Refused | IllegalArgumentException | IllegalStateException refused) {
            return "refused " + refused.getMessage();
        }
    }

    private String send(String rest) throws Refused {
        int space = rest.indexOf(' ');
        int priority = number(space < 0 ? rest : rest.substring(0, space), "a priority", 0, Box.HIGHEST);
        if (priority > Box.HIGHEST_OF_USERS) {
            throw new Refused(
                    "the priority " + priority + " is the system's; messages have 0 to " + Box.HIGHEST_OF_USERS);
        }
        hatch.exchange().sent(number, priority, Words.plain(space < 0 ? "" : rest.substring(space + 1)));
        return "ok";
    }

    private String receive(String rest) throws Refused {
        int millis = rest.isBlank() ? 0 : number(rest.strip(), "a time in milliseconds", 0, MOST_MILLIS);
        try {
            Box.Message next = hatch.exchange().fetch(number, millis);
            return next == null ? "none" : "message " + next.priority() + " " + next.text();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "none";
        }
    }

    private String define(String rest) throws IOException, Refused {
        List<String> words = Words.split(rest);
        if (words.size() != 2) {
            throw new Refused("define takes a name and how many bytes of source come behind the line");
        }
        int bytes = number(words.get(1), "a number of bytes", 0, Limits.SOURCE);
        String source = lines.next(bytes);
        if (source == null) {
            throw new Refused("the source ends before its " + bytes + " bytes");
        }
        try {
            return ("ok " + hatch.sources().add(words.get(0), source)).stripTrailing();
        } catch (Refused | IllegalArgumentException | IllegalStateException refused) {
            return "refused " + refused.getMessage();
        }
    }

    private String inject(List<String> words) throws Refused {
        if (words.isEmpty()) {
            throw new Refused("inject takes the name of a script, and values as VARIABLE=VALUE");
        }
        Form script = hatch.inside().script(words.get(0));
        boolean isAt = words.size() > 1 && words.get(1).equals("--at");
        if (isAt && words.size() < 3) {
            throw new Refused("--at takes the name of a node");
        }
        Map<String, Object> values = TypedValues.read(script, words.subList(isAt ? 3 : 1, words.size()));
        long injection = hatch.begins(script.name());
        begun.add(injection);
        try {
            hatch.inside()
                    .inject(script, isAt ? words.get(2) : null, values)
                    .whenComplete((done, failure) -> ended(injection, failure));
        } catch (RuntimeException e) {
            begun.remove(injection);
            hatch.ends(injection);
            throw e;
        }
        return "ok " + injection;
    }

    /** By a worker. */
    private void ended(long injection, @Nullable Throwable failure) {
        String sentence = failure == null ? null : Cause.sentence(failure);
        String text = sentence == null ? "ended " + injection : "failed " + injection + " " + sentence;
        boolean isTold = hatch.exchange().send(number, END_OF_INJECTION, text, sentence);
        begun.remove(injection);
        hatch.ends(injection);
        if (!isTold && sentence != null) {
            hatch.inside().nobodyHears(sentence);
        }
    }

    private String read(String rest) throws Refused {
        int slot = number(rest.strip(), "a slot", 0, Integer.MAX_VALUE);
        return "ok " + Spelled.spelled(hatch.read(slot));
    }

    private String write(String rest) throws Refused {
        String[] words = rest.split(" ", 3);
        if (words.length < 3) {
            throw new Refused("write takes a slot, long, double or text, and the value");
        }
        hatch.write(number(words[0], "a slot", 0, Integer.MAX_VALUE), Spelled.read(words[1], words[2]));
        return "ok";
    }

    private String get(String name) {
        Map<String, String> all = hatch.inside().parameters();
        if (name.isEmpty()) {
            return "ok "
                    + all.entrySet().stream()
                            .map(each -> each.getKey() + "=" + each.getValue())
                            .collect(Collectors.joining(" "));
        }
        String value = all.get(name);
        if (value == null) {
            throw new IllegalArgumentException(
                    "there is no parameter '" + Spelled.brief(name) + "'; there are " + all.keySet());
        }
        return "ok " + value;
    }

    private String set(List<String> words) throws Refused {
        if (words.size() != 2) {
            throw new Refused("set takes a parameter and its value");
        }
        hatch.inside().set(words.get(0), words.get(1));
        return "ok";
    }

    private String hold(boolean isToHold) {
        if (isToHold != isHolding) {
            if (isToHold) {
                hatch.inside()
                        .hold(
                                this,
                                this + " from outside has said hold"); // or refuses: then there is nothing to release
            } else {
                hatch.inside().release(this);
            }
            isHolding = isToHold;
        }
        return "ok";
    }

    private static int number(String word, String what, int least, int most) throws Refused {
        if (!word.matches("\\d{1,9}") || Integer.parseInt(word) < least || Integer.parseInt(word) > most) {
            throw new Refused("'" + Spelled.brief(word) + "' isn't " + what + ", which is a whole number from " + least
                    + " to " + most);
        }
        return Integer.parseInt(word);
    }

    @Override
    public String toString() {
        return "client " + number;
    }
}
