package dev.warmpath.it.docs.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * One page.
 *
 * @param file where it lies
 * @param text as it stands there
 * @param document what it says
 */
public record MarkdownPage(Path file, String text, Node document) {

    private static final Parser PARSER = Parser.builder()
            .extensions(List.of(TablesExtension.create()))
            .includeSourceSpans(IncludeSourceSpans.BLOCKS)
            .build();
    private static final TextContentRenderer WORDS =
            TextContentRenderer.builder().build();

    /** Reads a page. */
    public static MarkdownPage read(Path file) throws IOException {
        String text = Files.readString(file);
        return new MarkdownPage(file, text, PARSER.parse(text));
    }

    /** The words of the first heading of the first level; the file's name if there is none. */
    public String title() {
        List<String> titles = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                if (heading.getLevel() == 1) {
                    titles.add(words(heading));
                }
            }
        });
        return titles.isEmpty() ? file.getFileName().toString() : titles.get(0);
    }

    /** The fenced blocks, in order. */
    public List<CodeBlock> blocks() {
        List<CodeBlock> blocks = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(FencedCodeBlock block) {
                blocks.add(CodeBlock.of(block));
            }
        });
        return blocks;
    }

    /** What stands between backticks inside sentences and tables. */
    public List<String> inlineCode() {
        List<String> code = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Code inline) {
                code.add(inline.getLiteral());
            }
        });
        return code;
    }

    static String words(Node node) {
        return WORDS.render(node).strip();
    }
}
