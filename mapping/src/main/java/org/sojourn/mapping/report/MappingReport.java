package org.sojourn.mapping.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.mapping.analysis.Traits;
import org.sojourn.mapping.code.Sources;
import org.sojourn.mapping.decision.Advice;
import org.sojourn.mapping.profile.Comparison;
import org.sojourn.mapping.profile.Profile;
import org.sojourn.mapping.vector.Blocking;
import org.sojourn.mapping.vector.CVector;
import org.sojourn.mapping.vector.Finding;

/**
 * What an analysis has found.
 *
 * @param kinds the kinds with their advice, in the order of their names
 * @param classes how many classes were looked at
 * @param leftOut what wasn't looked at, each with a sentence
 * @param missing classes that are named and weren't found, by binary name
 * @param dictionary the versions of the dictionary
 * @param profiles what kinds have done while they ran, by their names; empty without a profile
 */
public record MappingReport(
        List<Advice> kinds,
        int classes,
        List<Sources.LeftOut> leftOut,
        List<String> missing,
        String dictionary,
        Map<String, Profile> profiles) {
    /**
     * Sets beside the analysis what was observed.
     *
     * @param observed by the names of kinds; others are ignored
     * @return a report that shows both
     */
    public MappingReport with(Map<String, Profile> observed) {
        return new MappingReport(kinds, classes, leftOut, missing, dictionary, Map.copyOf(observed));
    }

    /**
     * Returns what the analysis says beside what was observed.
     *
     * @return in the order of the kinds, those without a profile left out
     */
    public List<Comparison> comparisons() {
        List<Comparison> all = new ArrayList<>();
        for (Advice each : kinds) {
            Profile profile = profiles.get(each.name());
            if (profile != null) {
                all.add(new Comparison(each, profile));
            }
        }
        return all;
    }

    /**
     * Returns how often the analysis is wrong.
     *
     * @return for each field the number of kinds with a profile whose value is another than was observed
     */
    public Map<String, Long> wrong() {
        Map<String, Long> counts = new LinkedHashMap<>();
        CVector.FIELDS.forEach(field -> counts.put(field, 0L));
        comparisons().forEach(each -> each.wrong().forEach(field -> counts.merge(field, 1L, Long::sum)));
        return counts;
    }

    /**
     * Returns the report as a table.
     *
     * @return lines, with what decided each kind below it
     */
    public String table() {
        return new TextTable(this).text();
    }

    /**
     * Returns the report for programs.
     *
     * @return a JSON object
     */
    public String json() {
        return new JsonReport(this).text();
    }

    /**
     * Returns the report as a page of its own, with the communication graph.
     *
     * @return HTML that refers to nothing outside of itself
     */
    public String html() {
        return new HtmlReport(this).text();
    }

    /**
     * Returns dispatchers for the Pekko and Akka actors, and which of them is for whom.
     *
     * @return a configuration file
     */
    public String pekko() {
        return new PekkoConfiguration(this).text();
    }

    /** {@return how many kinds and handlers there are, in words} */
    String counts(String between) {
        return counted(kinds.size(), "kind") + between + counted(handlers(), "handler");
    }

    /** {@return how many classes weren't found, as a clause} */
    String notFound() {
        return missing.size() == 1
                ? "1 class is named and wasn't found"
                : missing.size() + " classes are named and weren't found";
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /**
     * Returns the kinds of which it isn't known whether they block.
     *
     * @return by name, with what isn't known
     */
    public Map<String, String> unknownBlocking() {
        Map<String, String> unknown = new LinkedHashMap<>();
        for (Advice each : kinds) {
            Finding<Blocking> blocking = each.traits().vector().blocking();
            if (blocking.value() == Blocking.UNKNOWN) {
                unknown.put(each.name(), blocking.toString());
            }
        }
        return unknown;
    }

    /**
     * Returns how many handlers there are.
     *
     * @return of all kinds
     */
    public int handlers() {
        return kinds.stream().mapToInt(each -> each.traits().handlers().size()).sum();
    }

    /**
     * Returns how much isn't known.
     *
     * @return for each field the share of the handlers whose value is unknown, 0 to 1
     */
    public Map<String, Double> unknown() {
        List<CVector> all = new ArrayList<>();
        for (Advice each : kinds) {
            each.traits().handlers().stream().map(Traits.OfHandler::vector).forEach(all::add);
        }
        Map<String, Double> shares = new LinkedHashMap<>();
        for (int i = 0; i < CVector.FIELDS.size(); i++) {
            int field = i;
            long unknown = all.stream()
                    .filter(vector -> isUnknown(vector.fields().get(field)))
                    .count();
            shares.put(CVector.FIELDS.get(i), all.isEmpty() ? 0 : (double) unknown / all.size());
        }
        return shares;
    }

    static boolean isUnknown(Finding<?> finding) {
        return finding.value().name().equals("UNKNOWN");
    }
}
