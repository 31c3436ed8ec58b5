package dev.warmpath.it.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admin.AdminToken;
import dev.warmpath.config.settings.admin.AdminToken.Scope;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.it.support.TestSettings;
import dev.warmpath.router.access.SecretTable;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.server.RouterServer;
import dev.warmpath.scorer.choice.OverlapWeights;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The status page as an operator meets it: in a browser, in front of a fleet with traffic. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatusPageIT {

    /** What the page promises of a fault, from the event until it is on the screen. */
    private static final int SOON_MILLIS = 5_000;

    private static final int PATIENCE_MILLIS = 15_000;

    private static final HealthSettings PROBED =
            new HealthSettings(true, "/health", Duration.ofMillis(200), Duration.ofSeconds(5), 2, 2);

    /** What a worker says of itself becomes part of the page, and must stay text. */
    private static final String HOSTILE = "<img src=x onerror=\"window.executed=true\"><script>executed=true</script>";

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));
    private SimEngine prefill;
    private SimEngine otherPrefill;
    private SimEngine decode;
    private Browser browser;

    @BeforeAll
    void start() {
        browser = Browser.start();
        prefill = fleet.engine(engine(Role.PREFILL));
        otherPrefill = fleet.engine(engine(Role.PREFILL));
        decode = fleet.engine(engine(Role.DECODE));
        fleet.engine(engine(Role.DECODE));
        fleet.configureRouter(settings -> settings.withHealth(PROBED).withEngineLoad(TestSettings.ENGINE_LOAD));
        for (int prompt = 1; prompt <= 6; prompt++) {
            fleet.complete(SimulatedFleet.prompt(prompt, 160));
            fleet.complete(SimulatedFleet.prompt(prompt, 160));
        }
    }

    private static SimEngineConfig engine(Role role) {
        return SimEngineConfig.builder(Engine.SGLANG, role)
                .model("demo")
                .ranks(2)
                .times(TimeModel.instant())
                .build();
    }

    @AfterEach
    void nothingIsAskedOfAnybodyElse() {
        assertThat(browser.requests()).isNotEmpty().allMatch(url -> url.startsWith("http://127.0.0.1:"));
    }

    @AfterAll
    void tearDown() {
        if (browser != null) {
            browser.close();
        }
        fleet.close();
    }

    private static String address(RouterServer router) {
        return "http://127.0.0.1:" + router.adminPort() + "/";
    }

    private Page open(int width, ColorScheme scheme) {
        Page page = browser.open(width, scheme);
        page.navigate(address(fleet.router()));
        assertThat(page.locator("#moment")).containsText("Live");
        return page;
    }

    private static Locator worker(Page page, SimEngine engine) {
        return page.getByLabel("Worker " + engine.url(), new Page.GetByLabelOptions().setExact(true));
    }

    private static LocatorAssertions.ContainsTextOptions within(int millis) {
        return new LocatorAssertions.ContainsTextOptions().setTimeout(millis);
    }

    @Test
    void showsEveryRankWithStateTrustBlocksAndLoadWithoutAComplaintOfTheBrowser() {
        int before = browser.complaints().size();
        Page page = open(Browser.DESKTOP, ColorScheme.LIGHT);

        Locator ranks = worker(page, prefill).getByRole(AriaRole.LISTITEM);

        assertThat(ranks).hasCount(2);
        assertThat(ranks.first()).containsText("● active");
        assertThat(ranks.first()).containsText("trust 1.00");
        assertThat(ranks.first()).containsText("stream live");
        assertThat(ranks.first()).containsText("device");
        assertThat(ranks.first()).containsText("load 0 requests");
        assertThat(ranks.first()).containsText("engine 0 running, 0 waiting, KV cache 0 %");
        assertThat(page.locator("#roles tr")).hasCount(2);
        assertThat(page.locator("#decisions tr").first()).containsText("prefill http://127.0.0.1:");
        assertThat(page.locator("#decisions tr").first()).containsText(" of 10 blocks held");
        assertThat(browser.complaints()).hasSize(before);
        page.context().close();
    }

    @Test
    void drawsTheHitRate() {
        Page page = open(Browser.DESKTOP, ColorScheme.LIGHT);
        // The rate is that of what was asked while the page was open, whatever other tests asked, and when.
        fleet.complete(SimulatedFleet.prompt(1, 160));

        assertThat(page.locator("#chart-text")).containsText("%", within(PATIENCE_MILLIS));
        assertThat(page.locator("#chart canvas")).isVisible();
        assertThat(page.locator("#chart")).containsText("prefill");
        // The picture in README.md (docs/images) is this one.
        page.setViewportSize(1000, 1200);
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("target", "status.png")));
        page.context().close();
    }

    @Test
    void workerThatDiesIsShownWithinSecondsAndSoIsItsReturn() {
        Page page = open(Browser.DESKTOP, ColorScheme.LIGHT);

        prefill.stop();

        Locator complaint = page.locator("#complaints li")
                .filter(new Locator.FilterOptions().setHasText("worker_unhealthy"))
                .filter(new Locator.FilterOptions().setHasText(prefill.url().toString()));
        assertThat(complaint).containsText("What to do:", within(SOON_MILLIS));
        assertThat(worker(page, prefill)).containsText("✕ unhealthy", within(SOON_MILLIS));
        assertThat(worker(page, prefill)).containsText("stream connecting", within(SOON_MILLIS));

        prefill.restart();

        await().until(() -> serving(prefill));
        hide(page, false); // looks at once
        assertThat(worker(page, prefill)).containsText("● active", within(SOON_MILLIS));
        page.context().close();
    }

    /** Everything else of the worker goes on. */
    @Test
    void eventStreamThatIsLostIsShownWithinSecondsWhileItsWorkerServes() {
        Page page = open(Browser.DESKTOP, ColorScheme.LIGHT);
        Locator ranks = worker(page, otherPrefill).getByRole(AriaRole.LISTITEM);
        assertThat(ranks.last()).containsText("stream live");

        otherPrefill.rank(1).closePublisher();

        assertThat(ranks.last()).containsText("stream connecting", within(SOON_MILLIS));
        assertThat(ranks.last()).containsText("▲ active");
        assertThat(ranks.first()).containsText("stream live");
        assertThat(worker(page, otherPrefill)).containsText("▲ active");
        page.context().close();
    }

    @Test
    void drainsAndUndrainsByKeyboardAfterAQuestion() {
        Page page = open(Browser.DESKTOP, ColorScheme.LIGHT);

        tabTo(page, "Drain " + decode.url());
        assertThat(page.evaluate("getComputedStyle(document.activeElement).outlineStyle"))
                .as("focus is seen")
                .isEqualTo("solid");
        page.keyboard().press("Enter");
        assertThat(page.locator("dialog")).containsText("Drain this worker?");
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).isHidden();
        assertThat(drained(decode)).as("after Escape").isFalse();

        page.keyboard().press("Enter");
        tabTo(page, "Drain");
        page.keyboard().press("Enter");
        assertThat(worker(page, decode)).containsText("✕ draining");
        assertThat(drained(decode)).isTrue();

        page.keyboard().press("Enter");
        tabTo(page, "Undrain");
        page.keyboard().press("Enter");
        assertThat(worker(page, decode)).containsText("● active");
        assertThat(drained(decode)).isFalse();
        page.context().close();
    }

    /** Presses Tab until the focus is on a control of this name. */
    private static void tabTo(Page page, String name) {
        for (int presses = 0; presses < 40; presses++) {
            page.keyboard().press("Tab");
            Object focused = page.evaluate(
                    "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent");
            if (name.equals(focused)) {
                return;
            }
        }
        throw new AssertionError("Tab does not lead to " + name);
    }

    private boolean drained(SimEngine engine) {
        Worker worker = registered(engine);
        return worker != null && worker.draining();
    }

    private boolean serving(SimEngine engine) {
        Worker worker = registered(engine);
        return worker != null
                && worker.ranks().stream().allMatch(rank -> rank.state().equals("active"));
    }

    private @Nullable Worker registered(SimEngine engine) {
        return fleet.router().fleet().view().worker(engine.url().toString());
    }

    @Test
    void setsWeightsAfterAQuestionThatNamesOldAndNew() {
        Page page = open(Browser.DESKTOP, ColorScheme.LIGHT);

        page.getByLabel("prefill", new Page.GetByLabelOptions().setExact(true)).fill("12.5");
        page.getByText("Set weights …").click();
        assertThat(page.locator("dialog")).containsText("prefill from 20 to 12.5");
        page.locator("#confirm-yes").click();

        assertThat(page.locator("#outcome")).containsText("Set prefill from 20 to 12.5.");
        assertThat(fleet.router().chooser().weights().prefill()).isEqualTo(12.5);
        assertThat(fleet.router().chooser().weights().decode()).isEqualTo(2.0);
        page.context().close();
    }

    @Test
    void weightsThatSomebodyElseHasChangedMeanwhileAreLeftAlone() {
        Page page = open(Browser.DESKTOP, ColorScheme.LIGHT);
        page.getByLabel("decode", new Page.GetByLabelOptions().setExact(true)).fill("7");
        page.getByText("Set weights …").click();
        assertThat(page.locator("dialog")).containsText("decode from 2 to 7");
        OverlapWeights now = fleet.router().chooser().weights();

        fleet.router().chooser().setWeights(new OverlapWeights(now.prefill(), 3, now.mixed()));
        page.locator("#confirm-yes").click();

        assertThat(page.locator("#outcome")).containsText("somebody else has changed this");
        assertThat(fleet.router().chooser().weights().decode()).isEqualTo(3);
        fleet.router().chooser().setWeights(new OverlapWeights(now.prefill(), 2, now.mixed()));
        page.context().close();
    }

    @Test
    void phoneNeedsNoSidewaysScrollingInLightOrDark() {
        Page page = open(Browser.PHONE, ColorScheme.LIGHT);
        assertThat(worker(page, decode)).isVisible();
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));

            assertThat(page.evaluate("document.documentElement.scrollWidth"))
                    .as("width of the page in " + scheme)
                    .isEqualTo(Browser.PHONE);
        }
        page.context().close();
    }

    @Test
    void looksRestWhileThePageIsHidden() {
        Page page = browser.open(Browser.DESKTOP, ColorScheme.LIGHT);
        page.clock().install();
        page.navigate(address(fleet.router()));
        assertThat(page.locator("#moment")).containsText("Live");

        hide(page, true);
        assertThat(page.locator("#moment")).containsText("Paused");
        assertThat(page.locator("#fleet-now")).hasClass("old");
        long before = looks();
        page.clock().runFor(20_000);
        hide(page, false);
        assertThat(page.locator("#moment")).containsText("Live");

        assertThat(looks()).as("one look, when it was shown again").isEqualTo(before + 1);
        page.context().close();
    }

    private static void hide(Page page, boolean hidden) {
        page.evaluate(
                "on => { Object.defineProperty(document, 'hidden', {value: on, configurable: true});"
                        + " document.dispatchEvent(new Event('visibilitychange')); }",
                hidden);
    }

    private long looks() {
        return browser.requests().stream()
                .filter(url -> url.endsWith("/admin/status"))
                .count();
    }

    @Test
    void whatWorkersAreCalledStaysText() {
        SimEngine mixed = SimEngine.start(
                SimEngineConfig.builder(Engine.VLLM, Role.MIXED).model(HOSTILE).build());
        try (mixed;
                RouterServer router = RouterServer.start(only(mixed))) {
            Page page = browser.open(Browser.DESKTOP, ColorScheme.LIGHT);
            page.navigate(address(router));

            assertThat(worker(page, mixed)).containsText(HOSTILE);
            assertThat(page.locator("#complaints")).containsText(HOSTILE);
            assertThat(page.locator("main img, main script")).hasCount(0);
            assertThat(page.evaluate("window.executed === undefined")).isEqualTo(true);
            page.context().close();
        }
    }

    @Test
    void asksForATokenKeepsItInTheTabAndHoldsItToItsScope() {
        AdminSettings admin = new AdminSettings(
                "127.0.0.1",
                0,
                null,
                List.of(
                        new AdminToken("dashboard", SecretTable.digest("look"), Scope.READ),
                        new AdminToken("deploy", SecretTable.digest("change"), Scope.WRITE)),
                List.of());
        try (RouterServer router = RouterServer.start(only(decode).withAdmin(admin))) {
            Page page = browser.open(Browser.DESKTOP, ColorScheme.LIGHT);
            page.navigate(address(router));
            assertThat(page.getByLabel("Admin token")).isFocused();
            assertThat(page.locator("main")).isHidden();

            give(page, "wrong");
            assertThat(page.locator("#token-why")).containsText("does not know this token");

            give(page, "look");
            assertThat(worker(page, decode)).isVisible();
            assertThat(changes(page)).hasAttribute("aria-disabled", "true");

            page.reload();
            assertThat(worker(page, decode)).isVisible();
            assertThat(page.url()).isEqualTo(address(router));
            assertThat(page.evaluate("localStorage.length")).isEqualTo(0);
            assertThat(browser.requests()).noneMatch(url -> url.contains("look"));

            page.getByText("Forget the token").click();
            assertThat(page.locator("main")).isHidden();
            give(page, "change");
            assertThat(changes(page)).hasAttribute("aria-disabled", "false");
            page.context().close();
        }
    }

    private static void give(Page page, String token) {
        page.getByLabel("Admin token").fill(token);
        page.keyboard().press("Enter");
    }

    private Locator changes(Page page) {
        return worker(page, decode).getByRole(AriaRole.BUTTON);
    }

    @Test
    void saysSinceWhenTheRouterDoesNotAnswerAndThatWhatIsShownIsOld() {
        RouterServer router = RouterServer.start(only(decode));
        try {
            Page page = browser.open(Browser.DESKTOP, ColorScheme.LIGHT);
            page.navigate(address(router));
            assertThat(page.locator("#moment")).containsText("Live");

            router.close();

            assertThat(page.getByRole(AriaRole.ALERT))
                    .containsText("The router does not answer since ", within(SOON_MILLIS));
            assertThat(page.locator("#moment")).containsText("Not live");
            assertThat(page.locator("#overall")).containsText("not known");
            assertThat(page.locator("#fleet-now")).hasClass("old");
            assertThat(changes(page)).hasAttribute("aria-disabled", "true");
            page.context().close();
        } finally {
            router.close();
        }
    }

    /** A second router, in front of one worker. */
    private static WarmpathSettings only(SimEngine engine) {
        return TestSettings.of(
                List.of(engine.workerSettings()), Duration.ofSeconds(5), ScoringSettings.withWeights(20.0, 2.0, 20.0));
    }
}
