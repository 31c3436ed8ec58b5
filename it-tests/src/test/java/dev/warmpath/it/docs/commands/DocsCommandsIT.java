package dev.warmpath.it.docs.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.warmpath.it.docs.page.Checkout;
import dev.warmpath.it.docs.page.CodeBlock;
import dev.warmpath.it.docs.page.MarkdownPage;
import dev.warmpath.it.support.Tools;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command of every page does what the page says: it runs, ends as it should, and prints what stands below it. A block that is
 * not run says so, and why.
 *
 * <p>Pages that start no router of their own find the demo's. Where a command names port 8080 or 9090 it gets the router's, which
 * are free ones; addresses of engines ({@code 10.0.0.1}) become addresses of this machine ({@code 127.0.0.1}), where nobody
 * answers.
 */
@TestInstance(Lifecycle.PER_CLASS)
class DocsCommandsIT {

    private static final String DEMO = "bin/warmpath demo\n";

    @TempDir
    private static Path folder = Path.of("");

    private final List<Sandbox> sandboxes = new ArrayList<>();
    private @Nullable Running demo;

    @TestFactory
    Stream<DynamicNode> everyCommandDoesWhatItsPageSays() throws IOException {
        Tools.need("sh", "curl");
        Checkout checkout = Checkout.around(Path.of(""));
        List<DynamicNode> pages = new ArrayList<>();
        for (MarkdownPage page : checkout.pages()) {
            String name = checkout.nameOf(page);
            List<DynamicTest> tests = new PageRun(name, page.blocks(), checkout).tests();
            if (!tests.isEmpty()) {
                pages.add(dynamicContainer(name, tests));
            }
        }
        assertThat(pages).hasSizeGreaterThan(5);
        return pages.stream();
    }

    @AfterAll
    void stop() throws InterruptedException, IOException {
        if (demo != null) {
            demo.stop();
        }
        for (Sandbox sandbox : sandboxes) {
            sandbox.close();
        }
    }

    private Sandbox sandbox(String name, Checkout checkout) throws IOException {
        Sandbox sandbox = Sandbox.in(folder.resolve(name), checkout);
        sandboxes.add(sandbox);
        return sandbox;
    }

    private Running demo(Checkout checkout) throws IOException {
        if (demo == null) {
            demo = sandbox("demo", checkout).start(DEMO.strip() + " --port 0 --admin-port 0");
            demo.awaitUp();
        }
        return demo;
    }

    /** One page from top to bottom. */
    private final class PageRun {

        private final String page;
        private final List<CodeBlock> blocks;
        private final Checkout checkout;
        private final List<Running> started = new ArrayList<>();
        private @Nullable Sandbox sandbox;
        private @Nullable Running router;

        PageRun(String page, List<CodeBlock> blocks, Checkout checkout) {
            this.page = page;
            this.blocks = blocks;
            this.checkout = checkout;
        }

        List<DynamicTest> tests() {
            List<DynamicTest> tests = new ArrayList<>();
            boolean runs = false;
            for (int i = 0; i < blocks.size(); i++) {
                CodeBlock block = blocks.get(i);
                CodeBlock next = i + 1 < blocks.size() ? blocks.get(i + 1) : null;
                Mark mark = Mark.of(block);
                String name = page + ":" + block.line() + " "
                        + block.text().lines().findFirst().orElse("");
                if (mark instanceof Mark.IsFile file) {
                    tests.add(dynamicTest(name, () -> sandbox().write(file.name(), local(block.text()))));
                } else if (mark instanceof Mark.Runs run) {
                    runs = true;
                    tests.add(dynamicTest(name, () -> run(block, run.status(), example(next))));
                } else if (mark instanceof Mark.RunsOn) {
                    runs = true;
                    tests.add(dynamicTest(name, () -> start(block, example(next))));
                }
            }
            if (!runs) {
                return List.of();
            }
            tests.add(dynamicTest(page + " ends what it started", this::stop));
            return tests;
        }

        private @Nullable CodeBlock example(@Nullable CodeBlock next) {
            return next != null && Mark.of(next) instanceof Mark.Prints ? next : null;
        }

        private Sandbox sandbox() throws IOException {
            if (sandbox == null) {
                sandbox = DocsCommandsIT.this.sandbox(page.replace('/', '-'), checkout);
            }
            return sandbox;
        }

        private void run(CodeBlock block, int status, @Nullable CodeBlock example) throws Exception {
            String commands = local(block.text());
            Sandbox.Outcome outcome = sandbox().run(asksARouter(commands) ? router().addressed(commands) : commands);
            assertThat(outcome.status())
                    .as("exit status; it printed:%n%s%s", outcome.out(), outcome.err())
                    .isEqualTo(status);
            compare(example, outcome.out());
        }

        private void start(CodeBlock block, @Nullable CodeBlock example) throws Exception {
            Running running;
            if (block.text().equals(DEMO)) {
                running = demo(checkout);
            } else {
                running = sandbox().start(local(block.text()));
                started.add(running);
                running.awaitUp();
            }
            if (running.isRouter()) {
                router = running;
            }
            compare(example, running.printed());
        }

        private Running router() throws IOException {
            return router == null ? demo(checkout) : router;
        }

        private void stop() throws InterruptedException, IOException {
            for (Running running : started) {
                running.stop();
            }
        }

        private void compare(@Nullable CodeBlock example, String printed) {
            if (example != null) {
                String difference = PrintedExample.difference(example.language(), example.text(), printed);
                assertThat(difference)
                        .as("%s:%d: what is printed%n%s", page, example.line(), printed)
                        .isEmpty();
            }
        }
    }

    private static boolean asksARouter(String commands) {
        return commands.contains(":8080") || commands.contains(":9090");
    }

    private static String local(String text) {
        return text.replace("10.0.0.", "127.0.0.");
    }
}
