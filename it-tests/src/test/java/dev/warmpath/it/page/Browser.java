package dev.warmpath.it.page;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import dev.warmpath.it.support.Tools;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Debian's Chromium without a window, and what its pages asked for and complained of. */
final class Browser implements AutoCloseable {

    static final int DESKTOP = 1100;
    static final int PHONE = 360;

    private static final String COMMAND = "chromium";
    private static final int HEIGHT = 800;

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;
    private final List<String> requests = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();

    private Browser(Playwright playwright) {
        this.playwright = playwright;
        this.chromium = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(Tools.path(COMMAND))
                        // The build server runs as root, whose Chromium refuses to start in a sandbox.
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
    }

    /** Fails or skips the test where there is none; see {@link Tools#need}. */
    static Browser start() {
        Tools.need(COMMAND);
        Map<String, String> noDownload = Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        return new Browser(Playwright.create(new Playwright.CreateOptions().setEnv(noDownload)));
    }

    /** A page of its own, without anybody else's storage. */
    Page open(int width, ColorScheme scheme) {
        BrowserContext context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setViewportSize(width, HEIGHT)
                .setColorScheme(scheme));
        Page page = context.newPage();
        page.onRequest(request -> requests.add(request.url()));
        page.onPageError(complaints::add);
        page.onConsoleMessage(message -> {
            if (!message.type().equals("log")) {
                complaints.add(message.text());
            }
        });
        return page;
    }

    /** Addresses that were asked for so far. */
    List<String> requests() {
        return requests;
    }

    /** What scripts threw and what the console was told so far; violations of the policy are among it. */
    List<String> complaints() {
        return complaints;
    }

    @Override
    public void close() {
        chromium.close();
        playwright.close();
    }
}
