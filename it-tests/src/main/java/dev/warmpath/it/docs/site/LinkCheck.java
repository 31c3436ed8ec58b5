package dev.warmpath.it.docs.site;

import dev.warmpath.it.docs.site.LinkFault.Reason;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Follows every link of a site as it was made: to pages, anchors, images and files of its own. What leads elsewhere is held
 * against the form of an address and not fetched. A page that no other leads to is a fault, too.
 */
public final class LinkCheck {

    private final Path site;
    private final Map<Path, HtmlFile> pages = new TreeMap<>();
    private final List<LinkFault> faults = new ArrayList<>();

    private LinkCheck(Path site) {
        this.site = site.toAbsolutePath().normalize();
    }

    /**
     * All that is wrong, page by page.
     *
     * @throws IOException if a page cannot be read, or is not well-formed
     */
    public static List<LinkFault> of(Path site) throws IOException {
        LinkCheck check = new LinkCheck(site);
        check.read();
        check.pages.forEach(check::followAll);
        check.reach();
        return check.faults;
    }

    private void read() throws IOException {
        try (Stream<Path> files = Files.walk(site)) {
            for (Path file :
                    files.filter(found -> found.toString().endsWith(".html")).toList()) {
                pages.put(file, HtmlFile.read(file));
            }
        }
    }

    private void followAll(Path file, HtmlFile page) {
        page.links().forEach(link -> follow(file, link));
        page.images().forEach(image -> {
            follow(file, image.source());
            if (image.description().isBlank()) {
                fault(file, image.source(), Reason.NO_DESCRIPTION);
            }
        });
        Set<String> seen = new HashSet<>();
        page.anchors().stream()
                .filter(anchor -> !seen.add(anchor))
                .forEach(anchor -> fault(file, "#" + anchor, Reason.ANCHOR_TWICE));
    }

    private void follow(Path from, String link) {
        if (Address.isElsewhere(link)) {
            if (!isAddress(link)) {
                fault(from, link, Reason.NO_ADDRESS);
            }
            return;
        }
        Path target = targetOf(from, link);
        if (!target.startsWith(site)) {
            fault(from, link, Reason.LEAVES_THE_SITE);
        } else if (!Files.isRegularFile(target)) {
            fault(from, link, Reason.NO_SUCH_FILE);
        } else if (link.contains("#") && !hasAnchor(target, link.substring(link.indexOf('#') + 1))) {
            fault(from, link, Reason.NO_SUCH_ANCHOR);
        }
    }

    private static Path targetOf(Path from, String link) {
        String path = link.split("#", 2)[0];
        return path.isEmpty() ? from : from.resolveSibling(path).normalize();
    }

    private boolean hasAnchor(Path target, String anchor) {
        HtmlFile page = pages.get(target);
        return page != null && page.anchors().contains(anchor);
    }

    private static boolean isAddress(String link) {
        try {
            URI uri = new URI(link);
            return Set.of("http", "https").contains(uri.getScheme()) && uri.getHost() != null;
        } catch (URISyntaxException malformed) {
            return false;
        }
    }

    /** Goes from the first page to all that it leads to. */
    private void reach() {
        Set<Path> reached = new HashSet<>();
        Deque<Path> open = new ArrayDeque<>();
        open.add(site.resolve("index.html"));
        while (!open.isEmpty()) {
            Path at = open.remove();
            HtmlFile page = pages.get(at);
            if (page != null && reached.add(at)) {
                page.links().stream()
                        .filter(link -> !Address.isElsewhere(link))
                        .forEach(link -> open.add(targetOf(at, link)));
            }
        }
        pages.keySet().stream()
                .filter(page -> !reached.contains(page))
                .forEach(page -> fault(page, "", Reason.UNREACHABLE));
    }

    private void fault(Path page, String link, Reason reason) {
        faults.add(new LinkFault(site.relativize(page).toString().replace('\\', '/'), link, reason));
    }
}
