package org.sojourn.host.join;

import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.LauncherAddress;
import org.sojourn.host.run.PlaceMain;
import org.sojourn.host.run.PlaceProcess;
import org.sojourn.host.run.RunLog;
import org.sojourn.host.run.Starter;
import org.sojourn.host.run.Wire;
import org.sojourn.kernel.port.Member;

/** Somebody at the door who has shown the token: begins the process of a place on the other machine, for which it stands from then on. */
final class Applicant implements Starter {
    private static final int PIECE_BYTES = 1 << 18;

    private final Wire wire;
    private final Program program;
    private final Surroundings surroundings;
    private final @Nullable RunLog log;
    private final FarProcess process;
    private volatile Consumer<String> errors = line -> {};

    /** Which place it is, once that is known. */
    private volatile @Nullable Member member;

    /**
     * Nothing is begun yet.
     *
     * @param log keeps what its place prints; null if nobody does
     */
    Applicant(Wire wire, Program program, Surroundings surroundings, @Nullable RunLog log) {
        this.wire = wire;
        this.program = program;
        this.surroundings = surroundings;
        this.log = log;
        this.process = new FarProcess(wire);
    }

    @Override
    public boolean isFar(Plan plan) {
        return true;
    }

    @Override
    public PlaceProcess start(Plan plan, Map<String, String> line, Consumer<String> said) throws IOException {
        Map<String, String> environment = new TreeMap<>(surroundings.environment());
        environment.putAll(line);
        environment.remove(LauncherAddress.PORT); // it knows where it has come to
        List<String> options = new ArrayList<>(surroundings.javaOptions());
        options.addAll(plan.javaOptions());
        errors = said;
        member = plan.member();
        new JoinMessage.Admitted(
                        plan.member().toString(),
                        log != null,
                        PlaceMain.class.getName(),
                        options,
                        environment,
                        program.files())
                .to(wire);
        return process;
    }

    /** It has joined, or hasn't. */
    void joined(@Nullable Member joined, @Nullable Throwable failure) {
        if (failure == null && joined != null) {
            try {
                new JoinMessage.Joined().to(wire);
            } catch (IOException e) {
                // The reader learns of it.
            }
        }
    }

    /** Gives files and hears of the process until there is nothing more to hear. */
    void hear() {
        try {
            for (JoinMessage each = JoinMessage.next(wire); each != null; each = JoinMessage.next(wire)) {
                if (each instanceof JoinMessage.Wants wants) {
                    give(wants.file());
                } else if (each instanceof JoinMessage.Said said) {
                    errors.accept(said.line());
                } else if (each instanceof JoinMessage.Printed printed) {
                    keep(printed.line());
                } else if (each instanceof JoinMessage.Ended ended) {
                    process.ended(ended.status());
                } else {
                    throw new ProtocolException(
                            "a joiner has said " + each.getClass().getSimpleName());
                }
            }
            process.lost("the process that has begun it is gone");
        } catch (IOException e) {
            process.lost("the connection to the process that has begun it broke: " + e.getMessage());
        } finally {
            wire.close();
        }
    }

    /** Under the name that it was given here, whatever it says. */
    private void keep(byte[] line) {
        RunLog keeps = log;
        Member of = member;
        if (keeps != null && of != null) {
            keeps.line(of.toString(), line);
        }
    }

    private void give(int file) throws IOException {
        try (InputStream in = Files.newInputStream(program.path(file))) {
            byte[] piece;
            do {
                piece = in.readNBytes(PIECE_BYTES);
                new JoinMessage.Piece(piece).to(wire);
            } while (piece.length > 0);
        }
    }
}
