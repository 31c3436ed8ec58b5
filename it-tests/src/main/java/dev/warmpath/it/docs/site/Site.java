package dev.warmpath.it.docs.site;

import dev.warmpath.it.docs.page.Checkout;
import dev.warmpath.it.docs.page.MarkdownPage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;

/** Makes the site of a checkout. */
public final class Site {

    private final Checkout checkout;
    private final Path folder;

    /** @param folder where the site comes: empty, or not there yet */
    public Site(Checkout checkout, Path folder) {
        this.checkout = checkout;
        this.folder = folder;
    }

    /**
     * Writes all of it.
     *
     * @return how many pages it has
     */
    public int build() throws IOException {
        if (Files.isDirectory(folder) && !isEmpty(folder)) {
            throw new IOException(folder + " is not empty: name a folder that is, or that is not there yet");
        }
        List<MarkdownPage> pages = checkout.pages();
        Map<String, String> titles = new LinkedHashMap<>();
        pages.forEach(page -> titles.put(checkout.nameOf(page), page.title()));
        Layout layout = new Layout(Navigation.read(checkout), titles);
        Set<Path> files = new TreeSet<>();
        for (MarkdownPage page : pages) {
            files.addAll(filesBehind(page));
            String name = checkout.nameOf(page);
            Path target = folder.resolve(Address.ofPage(name));
            Files.createDirectories(target.getParent());
            Files.writeString(target, layout.around(name, PageHtml.of(page)));
        }
        for (Path file : files) {
            Path target = folder.resolve(checkout.root().relativize(file));
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
        }
        try (InputStream style = Site.class.getResourceAsStream(Layout.STYLE)) {
            Files.copy(Objects.requireNonNull(style, Layout.STYLE), folder.resolve(Layout.STYLE));
        }
        return pages.size();
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    /** The files of the checkout, other than pages, that a page links to or shows: they come to the site as they are. */
    private Set<Path> filesBehind(MarkdownPage page) {
        Set<Path> files = new TreeSet<>();
        page.document().accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                add(link.getDestination());
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                add(image.getDestination());
            }

            private void add(String link) {
                String path = link.split("#", 2)[0];
                if (Address.isElsewhere(link) || path.isEmpty() || path.endsWith(".md")) {
                    return;
                }
                Path file = page.file().toAbsolutePath().resolveSibling(path).normalize();
                if (file.startsWith(checkout.root()) && Files.isRegularFile(file)) {
                    files.add(file);
                }
            }
        });
        return files;
    }
}
