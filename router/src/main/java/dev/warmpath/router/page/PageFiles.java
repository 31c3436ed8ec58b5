package dev.warmpath.router.page;

import dev.warmpath.router.digest.Sha256;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The page's files, read from the class path once. All but the document lie below a folder that is named for a digest of
 * them all: their addresses change whenever one of them does, relative imports between scripts stay as they are written,
 * and only the document has to be asked for again. Immutable.
 */
final class PageFiles {

    /** Below it lies everything but the document. */
    static final String FOLDER = "/page/";

    private static final String DOCUMENT = "index.html";
    private static final String OWN = "/dev/warmpath/router/page/";
    private static final List<String> OWN_FILES = List.of(
            "status.css",
            "icon.svg",
            "actions.js",
            "calls.js",
            "chart.js",
            "decisions.js",
            "doctor.js",
            "dom.js",
            "roles.js",
            "status.js",
            "token.js",
            "words.js",
            "workers.js");

    /** uPlot draws the chart. The version is in the jar's paths, and in the properties that Maven leaves in each jar. */
    private static final String CHART_PROPERTIES = "/META-INF/maven/org.webjars.npm/uplot/pom.properties";

    private static final String CHART = "/META-INF/resources/webjars/uplot/%s/dist/%s";
    private static final List<String> CHART_FILES = List.of("uPlot.min.css", "uPlot.iife.min.js");

    /** Stands in the document for the folder's name. */
    private static final String FOLDER_MARK = "{folder}";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");
    private static final int DIGEST_BYTES = 8;

    private final Map<String, PageFile> byPath = new HashMap<>();

    /** @throws IllegalStateException when a file is missing: then the router was not built whole */
    PageFiles() {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        OWN_FILES.forEach(name -> contents.put(name, read(OWN + name)));
        String version = chartVersion();
        CHART_FILES.forEach(name -> contents.put(name, read(CHART.formatted(version, name))));

        MessageDigest all = Sha256.begin();
        contents.forEach((name, content) -> {
            all.update(name.getBytes(StandardCharsets.UTF_8));
            all.update(content);
        });
        String folder = FOLDER + hex(all.digest()) + "/";
        contents.forEach((name, content) -> byPath.put(folder + name, file(name, content, true)));
        String document = new String(read(OWN + DOCUMENT), StandardCharsets.UTF_8).replace(FOLDER_MARK, folder);
        byPath.put("/", file(DOCUMENT, document.getBytes(StandardCharsets.UTF_8), false));
    }

    /** The file at a path, or null when there is none. */
    @Nullable
    PageFile at(String path) {
        return byPath.get(path);
    }

    private static PageFile file(String name, byte[] content, boolean lasting) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IllegalStateException("the status page has no content type for " + name);
        }
        return new PageFile(type, Buffer.buffer(content), '"' + hex(Sha256.of(content)) + '"', lasting);
    }

    private static String chartVersion() {
        Properties properties = new Properties();
        try (InputStream in = open(CHART_PROPERTIES)) {
            properties.load(in);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return properties.getProperty("version");
    }

    private static byte[] read(String resource) {
        try (InputStream in = open(resource)) {
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static InputStream open(String resource) {
        InputStream in = PageFiles.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalStateException("the status page's " + resource + " is not on the class path");
        }
        return in;
    }

    private static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    }
}
