package org.sojourn.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jspecify.annotations.Nullable;

/** A document and the page that it becomes. Headings have the anchors that readers of the document know from elsewhere. */
final class Page {
    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();
    private static final Pattern NO_SLUG = Pattern.compile("[^\\p{L}\\p{N}_\\- ]");

    private final Path file;
    private final String url;
    private final Node root;
    private final List<Section> sections = new ArrayList<>();
    private final Map<Node, String> anchors = new IdentityHashMap<>();

    /**
     * What stands under one heading.
     *
     * @param level 1 for the title of the page
     * @param anchor empty for the title
     * @param text what is found by a search
     */
    record Section(int level, String heading, String anchor, String text) {}

    private Page(Path file, String url, Node root) {
        this.file = file;
        this.url = url;
        this.root = root;
        divide();
    }

    static Page read(Path tree, Path file) throws IOException {
        String path = tree.relativize(file).toString().replace('\\', '/');
        return new Page(file, urlOf(path), PARSER.parse(Files.readString(file)));
    }

    /** {@return where the page of a document is, seen from the root of the site} */
    private static String urlOf(String path) {
        return path.equals("README.md") ? "index.html" : path.substring(0, path.length() - ".md".length()) + ".html";
    }

    private void divide() {
        Map<String, Integer> taken = new HashMap<>();
        Heading heading = null;
        StringBuilder text = new StringBuilder();
        for (Node node = root.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading next) {
                close(heading, text);
                heading = next;
                String slug = slug(textOf(next));
                int before = taken.merge(slug, 1, Integer::sum) - 1;
                anchors.put(next, before == 0 ? slug : slug + "-" + before);
            } else {
                text.append(textOf(node)).append(' ');
            }
        }
        close(heading, text);
    }

    private void close(@Nullable Heading heading, StringBuilder text) {
        if (heading != null) {
            sections.add(new Section(
                    heading.getLevel(),
                    textOf(heading),
                    anchors.getOrDefault(heading, ""),
                    text.toString().strip()));
        }
        text.setLength(0);
    }

    private static String slug(String heading) {
        return NO_SLUG.matcher(heading.toLowerCase(Locale.ROOT)).replaceAll("").replace(' ', '-');
    }

    private static String textOf(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text its) {
                text.append(its.getLiteral());
            }

            @Override
            public void visit(Code its) {
                text.append(its.getLiteral());
            }

            @Override
            public void visit(FencedCodeBlock its) {
                text.append(its.getLiteral()).append(' ');
            }

            @Override
            public void visit(IndentedCodeBlock its) {
                text.append(its.getLiteral()).append(' ');
            }

            @Override
            public void visit(SoftLineBreak its) {
                text.append(' ');
            }

            @Override
            public void visit(HardLineBreak its) {
                text.append(' ');
            }

            @Override
            protected void visitChildren(Node parent) {
                super.visitChildren(parent);
                if (parent instanceof Block || parent instanceof CustomNode) {
                    text.append(parent instanceof Heading ? "" : " ");
                }
            }
        });
        return text.toString();
    }

    /** {@return the page's body} */
    String html() {
        HtmlRenderer renderer = HtmlRenderer.builder()
                .extensions(List.of(TablesExtension.create()))
                .attributeProviderFactory(context -> this::mark)
                .build();
        return renderer.render(root)
                .replace("<table>", "<div class=\"table\"><table>")
                .replace("</table>", "</table></div>");
    }

    private void mark(Node node, String tag, Map<String, String> attributes) {
        String anchor = anchors.get(node);
        if (anchor != null) {
            attributes.put("id", anchor);
        }
        if (node instanceof FencedCodeBlock block
                && tag.equals("pre")
                && !labelOf(block).isEmpty()) {
            attributes.put("data-label", labelOf(block));
        }
    }

    /** {@return what a reader is told of a block: the file that it goes into, or the other system that it is for} */
    private static String labelOf(FencedCodeBlock block) {
        String info = block.getInfo() == null ? "" : block.getInfo();
        if (info.equals("java pekko")) {
            return "Pekko";
        }
        int at = info.indexOf("file=");
        return at < 0 ? "" : info.substring(at + "file=".length());
    }

    Path file() {
        return file;
    }

    String url() {
        return url;
    }

    Node root() {
        return root;
    }

    List<Section> sections() {
        return sections;
    }

    String title() {
        return sections.isEmpty() ? url : sections.get(0).heading();
    }

    boolean hasAnchor(String anchor) {
        return sections.stream().anyMatch(section -> section.anchor().equals(anchor));
    }

    /** {@return the way from this page to the root of the site: empty, or {@code ../} so many times} */
    String up() {
        return "../".repeat((int) url.chars().filter(c -> c == '/').count());
    }
}
