package org.sojourn.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.bench.remote.Exchange;

/**
 * A measured row of {@code bench remote}, {@code bench hal} or {@code bench messengers}.
 *
 * @param exchange what was measured
 * @param measurements one for each peer, or one of Sojourn alone if there is none; empty if it failed
 * @param problem what was wrong with it, empty if nothing
 */
record ExchangeRow(Exchange exchange, List<Measurement> measurements, String problem) {
    /** Measures a row, all its sides in turn. A failure is the row's problem. */
    static ExchangeRow measure(Exchange exchange, Duration warmUp, int turns) {
        List<Turns.Side> sides = new ArrayList<>();
        sides.add(exchange.sojourn()::measure);
        exchange.peers().forEach(peer -> sides.add(peer.side()::measure));
        try {
            for (Turns.Side side : sides) {
                Turns.warmUp(side, warmUp);
            }
            List<Series> measured = Turns.of(sides, turns);
            Series own = measured.getFirst();
            List<Measurement> judged = measured.size() == 1
                    ? List.of(Measurement.alone(own))
                    : measured.stream()
                            .skip(1)
                            .map(peer -> Measurement.pairs(own, peer))
                            .toList();
            return new ExchangeRow(exchange, judged, "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ExchangeRow(exchange, List.of(), e.toString());
        } catch (Exception e) {
            return new ExchangeRow(exchange, List.of(), e.toString());
        }
    }

    boolean isWrong() {
        return !problem.isEmpty();
    }

    /** What Sojourn took, as it is beside the first peer. */
    Series sojourn() {
        return measurements.getFirst().sojourn();
    }

    /** For JSON. What was not measured has no member. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", exchange.name());
        members.put("what", exchange.what());
        members.put("unit", exchange.unit());
        if (isWrong()) {
            members.put("problem", problem);
            return members;
        }
        members.put("sojourn", members(sojourn()));
        members.put("rejected", measurements.getFirst().rejected());
        members.put("void", measurements.getFirst().isVoid());
        List<Map<String, Object>> peers = new ArrayList<>();
        for (int i = 0; i < exchange.peers().size(); i++) {
            peers.add(members(exchange.peers().get(i), measurements.get(i)));
        }
        members.put("peers", peers);
        return members;
    }

    private static Map<String, Object> members(Exchange.Peer peer, Measurement measured) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("peer", peer.name());
        members.put("figures", members(measured.peer().orElseThrow()));
        members.put("ratio", members(measured.ratio().orElseThrow()));
        members.put("goal", peer.goal());
        members.put("rejected", measured.rejected());
        members.put("void", measured.isVoid());
        return members;
    }

    private static Map<String, Object> members(Series series) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("min", series.min());
        members.put("median", series.median());
        members.put("max", series.max());
        return members;
    }
}
