package org.sojourn.kernel.port;

/**
 * Every bound and default of the runtime; docs/configuration.md is generated from here. {@link #meaning} says what each
 * constant bounds.
 */
public enum Bound {
    LAUNCHED_PLACES(256, "places", "places that one launcher starts on one machine", "--places, Config.local(n)"),
    WORKERS(
            32,
            "threads",
            "worker threads of a place; the default is cores / places, at least 1",
            "--workers, Config.withWorkers(n)"),
    SELECTOR_MAILBOXES(62, "mailboxes", "mailboxes of one selector"),
    TURN_MESSAGES(
            64,
            "messages",
            "messages that a selector processes before other selectors have their turn; one message if "
                    + "messages take long"),
    SHORT_TURN_NANOS(500_000, "ns", "how long a turn may go on if it had to wait for a long turn"),
    SHORT_TURNS(64, "turns", "turns of a worker with that limit, after a long turn"),
    INLINE_DEPTH(
            16, "turns", "how deep sends nest that run on their sender's stack; 0: none run there", "sojourn.inline"),
    UNSHARED_WORK_NANOS(
            50_000,
            "ns",
            "work that may wait in a worker's queue of short turns before other workers are woken for it"),
    UNSHARED_WORK_MOST_NANOS(
            3_200_000,
            "ns",
            "the same where workers were woken in vain lately; it doubles with each and is halved at each check"),
    VAIN_WAKING_NANOS(
            200_000,
            "ns",
            "a worker that was woken for short turns and has no more after less than this was woken in vain"),
    WORKER_CHECK_MILLIS(10, "ms", "how often a place that has work checks whether a worker waits in vain"),
    IDLE_WORKER_CHECK_MILLIS(100, "ms", "how often a place that has no work checks this"),
    BLOCKING_HANDLER_MILLIS(
            500,
            "ms",
            "how long a handler may block a worker, or compute while other kinds wait. After that its kind "
                    + "gets another policy, or, if its policy was chosen, is logged"),
    ENDLESS_TURN_MILLIS(
            1_000,
            "ms",
            "how long a turn may last while no worker is idle. After that another thread takes its worker's "
                    + "place"),
    SUBSTITUTE_THREADS(
            16,
            "threads",
            "threads of a place that run its workers in place of threads whose turns haven't ended, and as many that "
                    + "read in place of such"),
    COMPUTING_SELECTORS(
            64,
            "selectors",
            "selectors that a kind may have and still get threads because it computes while other kinds wait"),
    PROFILED_SELECTORS(16, "selectors", "selectors of each kind whose state, work and waiting a profile measures"),
    INLINE_TURN_NANOS(100_000_000, "ns", "time that one queued turn spends on inline sends; later sends are queued"),
    INLINE_MESSAGE_NANOS(2_000, "ns", "average time of a message; a kind whose messages take longer is always queued"),
    INLINE_CONSTRUCTION_NANOS(
            16_000,
            "ns",
            "average time of constructing a selector; those that take longer are constructed in turns of their own, but"
                    + " for some that are tried"),
    READING_MESSAGE_NANOS(
            100_000,
            "ns",
            "average time of a message; a kind whose messages take longer is never run by the thread that has read"
                    + " them"),
    SPIN_NANOS(
            50_000,
            "ns",
            "how long the thread that reads looks for the next packet before it sleeps, while packets come that soon"),
    MAILBOX_MESSAGES(4_096, "messages", "messages in a mailbox before its senders are muted", "Mailbox.bound(n)"),
    TIMER_DAYS(36_500, "days", "the delay or period of a timer"),
    PLACE_MESSAGES(
            1 << 20,
            "messages",
            "messages for all selectors of a place before every crowded mailbox counts as full",
            "sojourn.place-messages"),
    HELD_MESSAGES(
            4_096,
            "messages",
            "messages that a place holds back for a selector that moves, before its senders are muted",
            "sojourn.held-messages"),
    UNCOUNTED_SENDS(1_024, "sends", "sends of a worker to busy selectors before it counts what waits at one of them"),
    GROUP_MEMBERS(1 << 24, "members", "selectors of one group"),
    GROUP_STRETCHES(
            1 << 16,
            "stretches",
            "stretches of consecutive members that a function of the index puts at the same place, in one " + "group"),
    BROADCAST_TURNS(
            64,
            "turns",
            "turns that members of a broadcast take one after the other before other selectors have theirs"),
    NAME_CHANGES(
            4_096,
            "changes",
            "changes, at least, before a place looks for names of selectors that have exited",
            "sojourn.name-changes"),
    UNMET_MEMBERS(
            4_096,
            "members",
            "members that another place names and this place has never met, before the link to that place " + "ends"),
    UNMET_SENDER_BYTES(
            8 << 20,
            "bytes",
            "broadcasts kept from first senders that this place hasn't met yet, for each neighbour; a sender "
                    + "beyond that is put out"),
    FORWARDINGS(
            64,
            "places",
            "places that send a message on to a selector that moves, before the message becomes a dead " + "letter"),
    WAITING_DEAD_LETTERS(
            1_024,
            "letters",
            "dead letters of a place that wait for their subscribers; further letters are only counted"),
    OVERTAKING_MESSAGES(
            1_000, "messages", "messages that overtake a mailbox which could go, before it counts as starved"),
    SUPERVISED_RESTARTS(
            1_000,
            "restarts",
            "restarts that a supervision may allow a selector within its time",
            "Supervision.restart"),
    OWN_THREADS(4_096, "threads", "selectors of a place with a thread of their own, under policy THREAD"),
    WORKER_QUEUE_SELECTORS(
            256,
            "selectors",
            "ready selectors in a worker's own queue; further ones go to the queue that all workers share"),
    WORKER_BATCH_TURNS(64, "turns", "turns that a worker runs before it looks whether it is to stop"),
    LOOK_BEFORE_PARK_NANOS(
            50_000, "ns", "how long a worker without work looks for some before it parks, where that has paid"),
    BALANCE_MOVES(10_000, "moves/s", "selectors that a place sends away for balance", "--balance-budget"),
    BALANCE_WORK_NANOS(
            50_000,
            "ns",
            "work, at least, that must wait for a selector before it is given away; about what a move costs"),
    GIFT_SELECTORS(64, "selectors", "selectors that a place gives at once to a place that has nothing to do"),
    VAIN_POLLS(
            8,
            "polls",
            "places that a place without work asks in vain before it leaves standing requests and is silent"),
    FIRST_POLL_PAUSE_NANOS(200_000, "ns", "the pause after the first poll in vain; it doubles each time"),
    BALANCE_LOOK_MILLIS(
            5, "ms", "how often a place looks whether it could meet standing requests, or which place has less to do"),
    BALANCE_LOOK_MOST_MILLIS(20, "ms", "the longest such pause; while looks are in vain, the pause doubles up to this"),
    MEASURED_SENDS(128, "messages", "sends of a selector between two judgements of where it sends to"),
    ROTATE_MESSAGES(1, "messages", "messages after which a selector moves under --balance rotate", "--rotate-messages"),
    DRAIN_VAIN_LOOKS(
            50, "looks", "looks at a place during which no selector leaves, before the place counts as drained"),
    DRAIN_SECONDS(30, "s", "how long ./sojourn drain waits before it says that draining goes on"),
    FRAME_BYTES(1 << 20, "bytes", "a frame between places, its header included; a larger payload travels in pieces"),
    PAYLOAD_BYTES(256 << 20, "bytes", "an encoded message between places"),
    HANDSHAKE_MILLIS(10_000, "ms", "how long a connection may take to prove itself before it is closed"),
    UNPROVEN_CONNECTIONS(
            256,
            "connections",
            "unproven connections at a port that haven't said what they are for, and as many of each use; "
                    + "each further one closes one of them"),
    LAYER_READY_MILLIS(60_000, "ms", "how long a place waits until its communication layer is ready"),
    LAYER_SILENCE_MILLIS(
            10_000,
            "ms",
            "how long a place that is reached by a communication layer may confirm nothing before its "
                    + "connection is closed and dialled again"),
    CERTIFICATE_DAYS(365, "days", "how long the certificates that are made for a run are valid"),
    LINK_PROBE_MILLIS(5_000, "ms", "how long a link may be silent before it is probed"),
    LINK_SILENCE_MILLIS(
            15_000, "ms", "how long a connection may be silent before it is made anew; nothing is lost by that"),
    LINK_WINDOW_BYTES(8 << 20, "bytes", "what may be on its way to a peer without acknowledgement"),
    LINK_QUEUE_BYTES(
            8 << 20, "bytes", "what may wait for a peer, besides what is on its way, before senders to it are muted"),
    LINK_FLUSH_MILLIS(2_000, "ms", "how long a stopping place tries to write out what is queued"),
    LOCAL_SILENCE_MILLIS(
            30_000,
            "ms",
            "how long a place of this machine may be silent before it is lost; the end of its process is "
                    + "noticed sooner",
            "--silence"),
    REMOTE_SILENCE_MILLIS(
            10_000, "ms", "how long a place may be silent if places of the run are on other machines", "--silence"),
    LONGEST_SILENCE_SECONDS(86_400, "s", "the longest silence that a run may allow its places"),
    FIRST_WAVE_PAUSE_NANOS(200_000, "ns", "the first pause before a termination wave is repeated"),
    LAST_WAVE_PAUSE_NANOS(10_000_000, "ns", "the longest such pause; it doubles up to this"),
    NEWS_WAVE_PAUSE_NANOS(
            1_000_000, "ns", "the longest pause after a termination wave when a place has come to rest meanwhile"),
    RESTING_WAVE_PAUSE_NANOS(1_000_000_000, "ns", "the pause while a run that is stopped by hand is quiescent"),
    WAVE_FAN_OUT(8, "places", "places to which each place passes a termination wave on"),
    REPORT_SENTENCES(
            20, "sentences", "waiting selectors, withheld mailboxes and failures of a place that an ending names"),
    DUMP_LINES(200, "lines", "lines of each sort in a dump of what a place does and waits for"),
    RESULT_BYTES(65_535, "bytes", "one result that a program reports"),
    PLACE_SAMPLE_MILLIS(500, "ms", "how often the init place asks all places how they are"),
    REGISTRATION_MILLIS(60_000, "ms", "how long a registration waits for the registry"),
    CONTROL_MESSAGE_BYTES(64 << 20, "bytes", "a message between a launcher and its place"),
    CONTROL_HANDSHAKE_MILLIS(
            10_000, "ms", "how long a connection to the launcher may take to prove itself before it is closed"),
    SSH_LOGIN_MILLIS(15_000, "ms", "how long another machine may take to answer, and to let a user in, by ssh"),
    SSH_SIGN_MILLIS(5_000, "ms", "how often a machine that was reached by ssh is asked for a sign of life"),
    SSH_SIGNS_MISSED(5, "signs", "signs of life in a row that a machine may miss before the connection to it ends"),
    SSH_CONNECTION_PLACES(8, "places", "places of a machine that share one connection by ssh"),
    CONTROL_SILENCE_MILLIS(
            30_000,
            "ms",
            "how long the line between a launcher and a place on another machine may be silent before it "
                    + "counts as broken; or --silence, if that is longer"),
    UNUSED_PROGRAM_DAYS(
            30, "days", "how long a machine keeps the program of a run elsewhere with which no place was begun"),
    WITHHELD_LOSS_MILLIS(
            500,
            "ms",
            "how long a place that may join again keeps the news to itself that another place is lost: it "
                    + "may be out itself"),
    EXPULSION_MILLIS(
            3_000,
            "ms",
            "how long what lives at a place that was put out may take to end, before its process joins again "
                    + "without it"),
    STOP_SECONDS(10, "s", "how long a launcher waits for its places to stop before it ends them by force"),
    SHUTDOWN_HOOK_SECONDS(5, "s", "how long a place's own stop and the program's shutdown hooks may take together"),
    FINAL_REPORT_SECONDS(
            2,
            "s",
            "how long a run that is ended early waits for the reports of its places, and one that ends for what they"
                    + " have printed"),
    STATUS_ANSWER_SECONDS(5, "s", "how long a run waits for its places when a command asks how they are"),
    PLACE_LOG_BYTES(
            512 << 10, "bytes", "what is kept, for ./sojourn logs, of the output of one place: the newest of it"),
    LOG_DELAY_MILLIS(50, "ms", "how long it takes at most until what is printed is kept"),
    KEPT_LOGS(5, "runs", "ended runs whose output is kept, the last ones"),
    KEPT_LOG_BYTES(64 << 20, "bytes", "what the output of ended runs may take together, before the oldest goes");

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
