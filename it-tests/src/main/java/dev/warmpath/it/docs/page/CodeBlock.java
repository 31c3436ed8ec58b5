package dev.warmpath.it.docs.page;

import org.commonmark.node.FencedCodeBlock;

/**
 * A fenced block of a page.
 *
 * @param language the first word after the fence, empty if there is none; readers' tools colour the block by it
 * @param remark what follows the language: what is to be known of the block beside what it holds, often nothing
 * @param text with the line break at its end
 * @param line where its fence opens, counted from 1
 */
public record CodeBlock(String language, String remark, String text, int line) {

    /** A block as the page has it. */
    public static CodeBlock of(FencedCodeBlock block) {
        String[] words = block.getInfo().strip().split("\\s+", 2);
        return new CodeBlock(
                words[0],
                words.length == 1 ? "" : words[1],
                block.getLiteral(),
                block.getSourceSpans().get(0).getLineIndex() + 1);
    }
}
