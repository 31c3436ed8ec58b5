package dev.warmpath.it.docs.page;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/**
 * The anchors of a page's headings, as GitHub makes them: small letters, digits, dashes and underscores, spaces become dashes, and
 * a heading that comes again gets a number. So a link works there and on the site.
 */
public final class Anchors {

    private static final Pattern DROPPED = Pattern.compile("[^\\p{L}\\p{N} _-]");

    private final IdentityHashMap<Node, String> byHeading = new IdentityHashMap<>();
    private final Map<String, Integer> taken = new HashMap<>();

    /** Goes through a page once. */
    public Anchors(MarkdownPage page) {
        page.document().accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                byHeading.put(heading, next(heading));
            }
        });
    }

    /** The anchor of one of the page's headings. */
    public String of(Heading heading) {
        return byHeading.getOrDefault(heading, "");
    }

    private String next(Heading heading) {
        String words = DROPPED.matcher(MarkdownPage.words(heading).toLowerCase(Locale.ROOT))
                .replaceAll("")
                .replace(' ', '-');
        int before = taken.merge(words, 1, Integer::sum) - 1;
        return before == 0 ? words : words + "-" + before;
    }
}
