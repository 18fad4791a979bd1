package org.sojourn.kernel.port;

/**
 * Every bound and default of the runtime; docs/configuration.md is generated from here. What each constant bounds
 * stands in its {@link #meaning}.
 */
public enum Bound {
    MAX_PLACES(256, "places", "places that one launcher starts on one machine", "--places, Config.local(n)"),
    MAX_WORKERS(
            32,
            "threads",
            "worker threads of a place; the default is cores / places, at least 1",
            "--workers, Config.withWorkers(n)"),
    MAX_MAILBOXES(62, "mailboxes", "mailboxes of one selector"),
    TURN_MESSAGES(
            64, "messages", "messages that a selector processes before others have their turn; one if they take long"),
    SLICE_NANOS(500_000, "ns", "how long a turn may go on that has waited for a long turn"),
    SLICES(64, "turns", "turns of a worker that may last so long, after a long one"),
    INLINE_DEPTH(16, "turns", "how deep sends that run on their sender's stack nest; 0: none do", "sojourn.inline"),
    SHARE_NANOS(50_000, "ns", "what a worker's queue of short turns amounts to before others are woken for it"),
    TEND_MILLIS(10, "ms", "how often a place looks whether a worker waits in vain, while it has work"),
    TEND_IDLE_MILLIS(100, "ms", "the same, while it has none"),
    BLOCKED_MILLIS(
            500,
            "ms",
            "how long a handler may block a worker, or compute while other kinds wait, before its kind gets another"
                    + " policy, or is logged if that was chosen"),
    STUCK_MILLIS(
            1_000, "ms", "how long a turn may last, while no worker is idle, before a thread takes its worker's place"),
    SUBSTITUTES(16, "threads", "threads of a place that run its workers in place of those whose turns haven't ended"),
    HOGS(64, "selectors", "selectors of a kind that gets threads because it computes while other kinds wait"),
    PROFILED_PARTS(16, "selectors", "of each kind, those whose state, work and waiting a profile measures"),
    INLINE_TURN_NANOS(100_000_000, "ns", "what runs inline in one queued turn; what comes later is queued"),
    INLINE_NANOS(2_000, "ns", "a kind whose messages take longer on average is always queued"),
    MAILBOX_MESSAGES(4_096, "messages", "messages in a mailbox before its senders are muted", "Mailbox.bound(n)"),
    TIMER_DAYS(36_500, "days", "the delay or period of a timer"),
    PLACE_MESSAGES(
            1 << 20,
            "messages",
            "mail for all selectors of a place before every crowded one counts as full",
            "sojourn.messages"),
    HELD_MESSAGES(
            4_096,
            "messages",
            "mail that a place holds back for a selector that moves, before its senders are muted",
            "sojourn.held"),
    LOOK_SENDS(1_024, "sends", "sends to busy selectors, at most, before a worker counts what waits at one of them"),
    GROUP_MEMBERS(1 << 24, "members", "selectors of one group"),
    GROUP_RUNS(
            1 << 16,
            "runs",
            "members of a group in a row that a function of the index has put at one place; each counts as one"),
    QUANTUM_TURNS(64, "turns", "turns that members of a broadcast take one after the other before others have theirs"),
    NAMES(
            4_096,
            "names",
            "changes, at least, before a place looks for names of selectors that have exited",
            "sojourn.names"),
    NAMED_MEMBERS(
            4_096, "members", "members that another place names and this one has never met, before its link ends"),
    KEPT_BYTES(
            8 << 20,
            "bytes",
            "broadcasts by way of a place, of first senders not met yet, before such a sender is put out"),
    HOPS(64, "places", "places that send a message on to a selector that moves, before it is a dead letter"),
    DEAD_LETTERS(1_024, "letters", "dead letters of a place that wait for their subscribers; more are counted only"),
    STARVED_MESSAGES(1_000, "messages", "messages that overtake a mailbox which could go, before it counts as starved"),
    RESTARTS(
            1_000,
            "restarts",
            "restarts of a selector that its supervision may allow in its time",
            "Supervision.restart"),
    OWN_THREADS(4_096, "threads", "selectors of a place that have threads of their own, under policy THREAD"),
    WORKER_QUEUE(256, "selectors", "ready selectors in a worker's own queue; more go to the queue that all share"),
    WORKER_BATCH(64, "turns", "turns that a worker runs before it looks whether it is to stop"),
    LOOK_OUT_NANOS(
            50_000, "ns", "how long a worker without work looks out for some before it parks, where that has paid"),
    BALANCE_MOVES(10_000, "moves/s", "selectors that a place sends away for balance", "--balance-budget"),
    BALANCE_NANOS(
            50_000, "ns", "what a waiting selector must amount to before it is given away; about what a move costs"),
    BALANCE_GIFT(64, "selectors", "selectors that a place gives at once to one that has nothing to do"),
    POLLS(8, "polls", "places that one without work asks in vain before it leaves standing requests and is silent"),
    POLL_FIRST_NANOS(200_000, "ns", "the pause after the first poll in vain; it doubles"),
    BALANCE_LOOK_MILLIS(
            5, "ms", "how often a place looks whether it could meet standing requests, or who has less to do"),
    BALANCE_LOOK_LAST_MILLIS(20, "ms", "the same, after doublings, while that is in vain"),
    MEASURED_SENDS(128, "messages", "sends of a selector after which it is judged where it talks to"),
    ROTATE_MESSAGES(1, "messages", "messages after which a selector moves under --balance rotate", "--rotate-messages"),
    DRAIN_LOOKS(50, "looks", "looks without a selector that has left, after which a place is as drained as it gets"),
    DRAIN_SECONDS(30, "s", "how long a run waits for a place that is to be drained, before it says that it goes on"),
    FRAME_BYTES(1 << 20, "bytes", "a frame between places, its header included; a larger payload travels in pieces"),
    PAYLOAD_BYTES(256 << 20, "bytes", "an encoded message between places"),
    HANDSHAKE_MILLIS(10_000, "ms", "a connection that hasn't proved itself by then is closed"),
    UNPROVEN_CONNECTIONS(
            256,
            "connections",
            "unproven connections at a port that haven't said what they are for, and of each use as many; each further"
                    + " one closes one of them"),
    LAYER_READY_MILLIS(60_000, "ms", "how long a place waits until its communication layer is ready"),
    LAYER_MILLIS(
            10_000,
            "ms",
            "how long a place that is reached by a communication layer may confirm nothing before its connection is"
                    + " closed, and dialled again"),
    CERTIFICATE_DAYS(365, "days", "how long the certificates are good that are made for a run"),
    PROBE_MILLIS(5_000, "ms", "a link that was silent for so long is probed"),
    LINK_SILENCE_MILLIS(15_000, "ms", "a connection that stays silent for so long is made anew; nothing is lost by it"),
    LINK_WINDOW_BYTES(8 << 20, "bytes", "what may be on its way to a peer without acknowledgement"),
    LINK_QUEUE_BYTES(
            8 << 20, "bytes", "what waits for a peer, besides what is on its way, before senders to it are muted"),
    LINK_FLUSH_MILLIS(2_000, "ms", "how long a stopping place tries to write out what is queued"),
    LOCAL_SILENCE_MILLIS(
            30_000,
            "ms",
            "a place of this machine that is silent for so long is lost; the end of its process shows sooner",
            "--silence"),
    REMOTE_SILENCE_MILLIS(10_000, "ms", "the same, if places of the run are on other machines", "--silence"),
    MAX_SILENCE_SECONDS(86_400, "s", "the longest silence that a run may allow its places"),
    WAVE_FIRST_NANOS(200_000, "ns", "delay before a termination wave is repeated, at first"),
    WAVE_LAST_NANOS(10_000_000, "ns", "the same delay, at most, after doublings"),
    WAVE_RESTING_NANOS(1_000_000_000, "ns", "the same delay, while a run that is stopped by hand is quiescent"),
    WAVE_FAN_OUT(8, "places", "places that a termination wave goes on to from each"),
    REPORT_SENTENCES(20, "sentences", "how many waiters, withheld mailboxes and failures of a place an ending names"),
    DUMP_LINES(200, "lines", "of each sort, in a dump of what a place does and waits for"),
    RESULT_BYTES(65_535, "bytes", "one result that a program reports"),
    SAMPLE_MILLIS(500, "ms", "how often the init place asks all places how they are"),
    REGISTRY_MILLIS(60_000, "ms", "how long a registration waits for the registry"),
    CONTROL_BYTES(64 << 20, "bytes", "a message between a launcher and its place"),
    CONTROL_OPEN_MILLIS(10_000, "ms", "a connection to the launcher that hasn't proved itself by then is closed"),
    SSH_LOGIN_MILLIS(15_000, "ms", "how long another machine may take to answer, and to let a user in, by ssh"),
    SSH_SIGN_MILLIS(5_000, "ms", "how often a machine that was reached by ssh is asked for a sign of life"),
    SSH_SIGNS_MISSED(5, "signs", "so many without an answer end the connection to a machine"),
    SSH_CHANNELS(8, "places", "places of a machine that share one connection by ssh"),
    LINE_SILENCE_MILLIS(
            30_000,
            "ms",
            "a line between a launcher and a place on another machine that is silent for so long is broken; or for"
                    + " --silence, if that is longer"),
    CACHE_DAYS(30, "days", "how long a program of a run elsewhere is kept that no place was begun with"),
    OWN_LOSS_MILLIS(
            500,
            "ms",
            "how long a place that may join again waits with the news that another one is lost: it may be out itself"),
    EXPEL_MILLIS(
            3_000,
            "ms",
            "how long what lives at a place that was put out may take to end, before its process joins again without"
                    + " it"),
    STOP_SECONDS(10, "s", "how long a launcher waits for its places to stop before it ends them by force"),
    HOOK_SECONDS(5, "s", "how long a place's own stop and the program's shutdown hooks may take together"),
    FINAL_REPORT_SECONDS(2, "s", "how long a run that is ended early waits for the reports of its places"),
    TELL_SECONDS(5, "s", "how long a run waits for its places when somebody asks from outside how they are"),
    LOG_BYTES(512 << 10, "bytes", "what is kept, for ./sojourn logs, of what one place has printed: the newest of it"),
    LOG_MILLIS(50, "ms", "how long it takes at most until what is printed is kept"),
    KEPT_LOGS(5, "runs", "runs that have ended and whose output is kept, the last ones"),
    KEPT_LOG_BYTES(64 << 20, "bytes", "what the output of such runs may take together, before the oldest goes");

    private final long value;
    private final String unit;
    private final String meaning;
    private final String setting;

    Bound(long value, String unit, String meaning) {
        this(value, unit, meaning, "");
    }

    Bound(long value, String unit, String meaning, String setting) {
        this.value = value;
        this.unit = unit;
        this.meaning = meaning;
        this.setting = setting;
    }

    /** {@return the number, in its {@link #unit}} */
    public long value() {
        return value;
    }

    /** {@return the number where an int is wanted, in its {@link #unit}} */
    public int intValue() {
        return Math.toIntExact(value);
    }

    public String unit() {
        return unit;
    }

    public String meaning() {
        return meaning;
    }

    /** {@return the option or method by which a user sets it; empty if it is fixed} */
    public String setting() {
        return setting;
    }
}
