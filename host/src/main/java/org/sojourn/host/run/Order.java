package org.sojourn.host.run;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;

/** What a launcher tells a place. */
public sealed interface Order {
    /**
     * Which place it is and how it runs; it binds its port and answers {@link Notice.Bound}. Once more after each {@link Notice.Out}.
     *
     * @param self the place
     * @param init the init place
     * @param host the address to bind to; empty for that from which its line has come
     * @param port its port, 0 for a free one
     * @param silenceMillis how long a member may be silent, in milliseconds
     * @param settings how it runs
     * @param mainClass the program's main class, run at the init place
     * @param arguments the program's arguments
     * @param identity what it shows other places; null if all speak in clear
     * @param plain whether it may speak in clear though other machines reach the address
     * @param beginning when main begins
     * @param mayReturn whether the process may be another place when this one is put out, see {@link Notice.Out}
     */
    record Assign(
            Member self,
            Member init,
            String host,
            int port,
            long silenceMillis,
            PlaceSettings settings,
            String mainClass,
            List<String> arguments,
            Network.@Nullable Identity identity,
            boolean plain,
            Beginning beginning,
            boolean mayReturn)
            implements Order {}

    /**
     * Where all places listen; the place starts.
     *
     * @param addresses every place's address
     */
    record Roster(Map<Member, Network.Address> addresses) implements Order {}

    /**
     * The launcher saw a place end.
     *
     * @param member which
     * @param cause a sentence
     */
    record Lost(Member member, String cause) implements Order {}

    /**
     * The run is over: a place that goes from now on isn't lost. Answered by {@link Notice.Answered}.
     *
     * @param question what the answer is to repeat
     */
    record Over(int question) implements Order {}

    /**
     * Stop in order and exit.
     *
     * @param status the exit status of the process
     */
    record Stop(int status) implements Order {}

    /** The program's main may begin, see {@link Beginning#isManual}. */
    record Begin() implements Order {}

    /** The run is over by hand: what waits for its end goes on, see {@link Beginning#isManual}. */
    record Finish() implements Order {}

    /** The launcher asks for the terminal, see {@link SharedTerminal}. */
    record AsksForTerminal() implements Order {}

    /** The launcher gives the terminal to the place. */
    record GivesTerminal() implements Order {}

    /** Print to standard error what the place does and waits for. */
    record Dump() implements Order {}

    /**
     * Say how the place is and what it does, by {@link Notice.Told}.
     *
     * @param question what the answer is to repeat
     */
    record Tell(int question) implements Order {}

    /**
     * Have everything leave that can, and say what is left, by {@link Notice.Drained}.
     *
     * @param question what the answer is to repeat
     */
    record Drain(int question) implements Order {}

    /**
     * Leave the run in order, and say when the process may be stopped, or why it can't leave, by {@link Notice.Answered}.
     *
     * @param question what the answer is to repeat
     */
    record Leave(int question) implements Order {}

    /**
     * Have a guest asked, and say what it answers, by {@link Notice.Answered}.
     *
     * @param question what the answer is to repeat
     * @param word which guest answers it
     * @param content what is asked
     */
    record Ask(int question, String word, byte[] content) implements Order {}

    /**
     * Nobody waits any more for what a guest answers.
     *
     * @param question which question it was
     */
    record Forget(int question) implements Order {}
}
