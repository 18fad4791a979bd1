package org.sojourn.site;

import java.io.IOException;
import java.util.List;

/** A page around its body: navigation, search, and the headings that it has. */
final class Layout {
    private static final int LEAST_HEADINGS = 3;

    private Layout() {}

    static String page(Page page, Navigation navigation) throws IOException {
        return Site.resource("layout.html")
                .replace("{{title}}", escaped(page.title()))
                .replace("{{up}}", page.up())
                .replace("{{navigation}}", navigation(page, navigation))
                .replace("{{headings}}", headings(page))
                .replace("{{body}}", page.html());
    }

    private static String navigation(Page page, Navigation navigation) {
        StringBuilder html = new StringBuilder();
        navigation.groups().forEach((group, pages) -> {
            html.append("<h2>").append(escaped(group)).append("</h2>\n<ul>\n");
            for (Page each : pages) {
                html.append("<li><a href=\"")
                        .append(page.up())
                        .append(each.url())
                        .append(each == page ? "\" aria-current=\"page\">" : "\">")
                        .append(escaped(each.title()))
                        .append("</a></li>\n");
            }
            if (navigation.hasApi(group)) {
                html.append("<li><a href=\"").append(page.up()).append("api/index.html\">API</a></li>\n");
            }
            html.append("</ul>\n");
        });
        return html.toString();
    }

    private static String headings(Page page) {
        List<Page.Section> headings =
                page.sections().stream().filter(section -> section.level() == 2).toList();
        if (headings.size() < LEAST_HEADINGS) {
            return "";
        }
        StringBuilder html =
                new StringBuilder("<nav class=\"headings\" aria-label=\"On this page\"><h2>On this page</h2><ul>\n");
        for (Page.Section each : headings) {
            html.append("<li><a href=\"#")
                    .append(each.anchor())
                    .append("\">")
                    .append(escaped(each.heading()))
                    .append("</a></li>\n");
        }
        return html.append("</ul></nav>").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
