package org.sojourn.site;

/** What a search finds: each section of each page, as a script, since a page that was opened from a file may read no other file. */
final class SearchIndex {
    private final StringBuilder entries = new StringBuilder();

    void add(Page page) {
        for (Page.Section section : page.sections()) {
            String anchor = section.level() == 1 ? "" : "#" + section.anchor();
            entries.append(entries.isEmpty() ? "" : ",\n")
                    .append("[")
                    .append(quoted(page.title()))
                    .append(",")
                    .append(quoted(section.heading()))
                    .append(",")
                    .append(quoted(page.url() + anchor))
                    .append(",")
                    .append(quoted(section.text().replaceAll("\\s+", " ")))
                    .append("]");
        }
    }

    /** {@return the script: a list of title, heading, address and text} */
    String script() {
        return "window.SEARCH_INDEX = [\n" + entries + "\n];\n";
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '<' -> out.append("\\u003c"); // nothing in it can end the script
                case '\u2028', '\u2029' -> out.append(' ');
                default -> {
                    if (c >= ' ') {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }
}
