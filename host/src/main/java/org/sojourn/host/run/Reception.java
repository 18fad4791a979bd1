package org.sojourn.host.run;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the lines of places come in. The listener is open only while a place is awaited; a connection that shows the ticket of one
 * becomes its line.
 */
final class Reception {
    private static final System.Logger LOG = System.getLogger(Reception.class.getName());
    private static final int BACKLOG = 64;

    /** Told of each place whose line is open, by the thread of the connection. */
    interface Host {
        void arrived(Seat seat, Control line) throws IOException;
    }

    private final Seats seats;
    private final byte[] secret;
    private final Host host;
    private final Tickets tickets = new Tickets();

    /** Guarded by the seats, as what follows. */
    private @Nullable ServerSocket server;

    private @Nullable Door door;

    /**
     * Nobody is awaited yet.
     *
     * @param seats those of the run
     * @param secret the cluster's secret, which is told to places
     * @param host told of each that has come
     */
    Reception(Seats seats, byte[] secret, Host host) {
        this.seats = seats;
        this.secret = secret;
        this.host = host;
    }

    /**
     * Awaits a place of the table.
     *
     * @param seat the place
     * @return what its environment must have for it to find its launcher
     * @throws IOException if no port can be listened at
     */
    Map<String, String> await(Seat seat) throws IOException {
        int number = seat.member().place();
        synchronized (seats) {
            int port = listening();
            seat.ticket = tickets.mint(number);
            return Map.of(
                    LauncherAddress.PORT, Integer.toString(port),
                    Control.TICKET, seat.ticket,
                    Control.PLACE, Integer.toString(number));
        }
    }

    /** A place won't come any more. With the lock of the seats held, in which it is gone. */
    void cancel(Seat seat) {
        tickets.cancel(seat.member().place());
        closeIfIdle();
    }

    /** Nobody comes any more. */
    void close() {
        synchronized (seats) {
            try {
                if (server != null) {
                    server.close();
                }
            } catch (IOException e) {
                LOG.log(DEBUG, "the launcher's listener could not be closed", e);
            }
        }
    }

    /** The port that lines come to. There is a listener from now on, until every place has connected. With the lock held. */
    private int listening() throws IOException {
        ServerSocket open = server;
        if (open == null || open.isClosed()) {
            open = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
            server = open;
            Door opens = new Door(open, this::open);
            door = opens;
            Threads.daemon("sojourn-accept", opens::accept);
        }
        return open.getLocalPort();
    }

    private void open(Socket socket) {
        try {
            socket.setSoTimeout(Control.OPEN_MILLIS);
            open(new Wire(socket, socket, Control.MAX_BYTES), () -> leaveDoor(socket));
        } catch (IOException e) {
            LOG.log(WARNING, "a stranger at the launcher''s port was refused: {0}", e.getMessage());
            Door.closeQuietly(socket);
        }
    }

    /**
     * Opens the line of a place that shows its ticket.
     *
     * @param wire a connection from which nothing was read but what it is for
     * @param proven called when it needs no room among strangers
     */
    void open(Wire wire, Runnable proven) {
        try {
            Control.Opened opened = Control.accept(wire, tickets);
            proven.run();
            Seat seat = awaited(opened);
            if (seat == null) {
                LOG.log(WARNING, "a stranger at the launcher''s port was refused: no ticket, or one that is spent");
                opened.control().close();
                return;
            }
            opened.admit(secret, seat.lineSilence);
            if (!isOpen(seat, opened.control())) {
                opened.control().close();
                return;
            }
            host.arrived(seat, opened.control());
        } catch (IOException e) {
            LOG.log(WARNING, "a stranger at the launcher''s port was refused: {0}", e.getMessage());
            wire.close();
        }
    }

    /** Those of an earlier door need its room no more: nobody comes there any longer. */
    private void leaveDoor(Socket socket) {
        synchronized (seats) {
            if (door != null) {
                door.leave(socket);
            }
        }
    }

    /** The place whose ticket was shown; null if it was none's. */
    private @Nullable Seat awaited(Control.Opened opened) {
        synchronized (seats) {
            if (seats.isStopping() || opened.place() < 0) {
                return null;
            }
            String shown = HexFormat.of().formatHex(opened.ticket());
            return seats.living()
                    .filter(each -> each.line == null && each.ticket.equals(shown))
                    .findFirst()
                    .orElse(null);
        }
    }

    /**
     * Notes the line of a place. Not before its opening was written: whoever has something to tell a place does so by the line that is noted,
     * at any time. False if the run ends, or the process has ended: whoever closes lines then hasn't seen this one.
     */
    private boolean isOpen(Seat seat, Control line) {
        synchronized (seats) {
            if (seats.isStopping() || seat.isGone) {
                return false;
            }
            seat.line = line;
            closeIfIdle();
            return true;
        }
    }

    /** Nobody is awaited. With the lock held. */
    private void closeIfIdle() {
        if (seats.living().allMatch(each -> each.line != null)) {
            close();
        }
    }
}
