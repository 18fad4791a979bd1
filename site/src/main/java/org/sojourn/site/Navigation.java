package org.sojourn.site;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which pages there are, in the order in which one reads them. A page that is in no list comes last in the group of its folder. */
final class Navigation {
    private static final String START = "Start";
    private static final String GUIDE = "Guide";
    private static final String LANGUAGES = "Code that travels";
    private static final String REFERENCE = "Reference";
    private static final String MEASURED = "Measured";
    private static final String PROJECT = "Project";
    private static final String DECISIONS = "docs/decisions/README.html";
    private static final Map<String, List<String>> ORDER = order();

    private final Map<String, List<Page>> groups = new LinkedHashMap<>();
    private final boolean hasApi;

    Navigation(List<Page> pages, boolean hasApi) {
        this.hasApi = hasApi;
        ORDER.keySet().forEach(group -> groups.put(group, new ArrayList<>()));
        List<Page> left = new ArrayList<>(pages);
        ORDER.forEach((group, urls) -> urls.forEach(
                url -> pages.stream().filter(page -> page.url().equals(url)).forEach(page -> {
                    place(group, page);
                    left.remove(page);
                })));
        for (Page page : left) {
            if (page.url().startsWith("docs/decisions/")) {
                continue; // their README lists them
            }
            place(
                    page.url().startsWith("docs/guide/") ? GUIDE : page.url().startsWith("bench/") ? MEASURED : PROJECT,
                    page);
        }
    }

    private static Map<String, List<String>> order() {
        Map<String, List<String>> order = new LinkedHashMap<>();
        order.put(
                START,
                List.of(
                        "index.html",
                        "docs/guide/first-steps.html",
                        "docs/guide/own-project.html",
                        "docs/guide/coming-from-pekko.html"));
        order.put(
                GUIDE,
                List.of(
                        "docs/guide/delivery.html",
                        "docs/guide/groups.html",
                        "docs/guide/moving.html",
                        "docs/guide/clusters.html",
                        "docs/guide/testing.html",
                        "docs/guide/policies.html",
                        "docs/guide/tuning.html"));
        order.put(
                LANGUAGES,
                List.of(
                        "docs/guide/messengers.html",
                        "docs/guide/messengers-c.html",
                        "docs/guide/outside.html",
                        "docs/guide/strands.html",
                        "docs/guide/threads.html",
                        "docs/guide/weaving.html"));
        order.put(REFERENCE, List.of("docs/guarantees.html", "docs/evidence.html", "docs/configuration.html"));
        order.put(MEASURED, List.of("docs/performance.html", "bench/README.html"));
        order.put(PROJECT, List.of("docs/architecture.html", "CONTRIBUTING.html", "CHANGELOG.html", DECISIONS));
        return order;
    }

    private void place(String group, Page page) {
        groups.computeIfAbsent(group, ignored -> new ArrayList<>()).add(page);
    }

    Map<String, List<Page>> groups() {
        return groups;
    }

    /** {@return whether a group is the one in which the documentation of the API is named, if there is any} */
    boolean hasApi(String group) {
        return hasApi && group.equals(REFERENCE);
    }
}
