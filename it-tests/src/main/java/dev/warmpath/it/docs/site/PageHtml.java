package dev.warmpath.it.docs.site;

import dev.warmpath.it.docs.page.Anchors;
import dev.warmpath.it.docs.page.CodeBlock;
import dev.warmpath.it.docs.page.MarkdownPage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/** What a page says, as HTML: headings carry their anchors, links lead to pages of the site, blocks show their remarks. */
final class PageHtml {

    private PageHtml() {}

    static String of(MarkdownPage page) {
        Anchors anchors = new Anchors(page);
        dropComments(page.document());
        return HtmlRenderer.builder()
                .extensions(List.of(TablesExtension.create()))
                .escapeHtml(true)
                .attributeProviderFactory(context -> (node, tag, attributes) -> adapt(node, attributes, anchors))
                .nodeRendererFactory(Blocks::new)
                .build()
                .render(page.document());
    }

    private static void dropComments(Node document) {
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(HtmlBlock html) {
                if (html.getLiteral().startsWith("<!--")) {
                    html.unlink();
                }
            }
        });
    }

    private static void adapt(Node node, Map<String, String> attributes, Anchors anchors) {
        if (node instanceof Heading heading) {
            attributes.put("id", anchors.of(heading));
        } else if (node instanceof Link link) {
            attributes.put("href", Address.ofLink(link.getDestination()));
        } else if (node instanceof Image image) {
            attributes.put("src", Address.ofLink(image.getDestination()));
        }
    }

    /** Blocks of code with what is said about them. */
    private static final class Blocks implements NodeRenderer {

        private final HtmlWriter html;

        Blocks(HtmlNodeRendererContext context) {
            this.html = context.getWriter();
        }

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(FencedCodeBlock.class);
        }

        @Override
        public void render(Node node) {
            CodeBlock block = CodeBlock.of((FencedCodeBlock) node);
            html.line();
            html.tag("figure");
            html.tag("pre");
            html.tag("code", Map.of("class", "language-" + block.language()));
            html.text(block.text());
            html.tag("/code");
            html.tag("/pre");
            if (!block.remark().isEmpty()) {
                html.tag("figcaption");
                html.text(block.remark());
                html.tag("/figcaption");
            }
            html.tag("/figure");
            html.line();
        }
    }
}
