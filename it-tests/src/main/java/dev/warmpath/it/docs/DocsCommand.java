package dev.warmpath.it.docs;

import dev.warmpath.it.docs.page.Checkout;
import dev.warmpath.it.docs.reference.ReferencePage;
import dev.warmpath.it.docs.site.LinkCheck;
import dev.warmpath.it.docs.site.LinkFault;
import dev.warmpath.it.docs.site.Site;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code warmpath docs}. */
@Command(
        name = "docs",
        description = {
            "Makes a site of the project's pages and checks every link of it: to pages, headings, images and files; addresses"
                    + " elsewhere by their form alone. Needs a checkout and no network.",
            "With --reference it writes the pages that are generated, docs/configuration-reference.md and docs/api-reference.md,"
                    + " and makes no site.",
            "Exit status 0: the site is there and its links are good; 1: a link is broken, and its line says where."
        },
        mixinStandardHelpOptions = true)
final class DocsCommand implements Callable<Integer> {

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Where the site comes: an empty folder, or a new one. Default: it-tests/target/site of the checkout,"
                            + " in place of what is there.")
    private @Nullable Path out;

    @Option(names = "--reference", description = "Write the generated pages.")
    private boolean reference;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Checkout checkout = Checkout.around(Path.of(""));
        PrintWriter lines = spec.commandLine().getOut();
        if (reference) {
            for (ReferencePage page : ReferencePage.values()) {
                Files.writeString(page.in(checkout.root()), page.markdown());
                lines.println(page.in(checkout.root()));
            }
            return 0;
        }
        Path folder = out == null ? emptied(checkout.root().resolve("it-tests/target/site")) : out;
        int pages = new Site(checkout, folder).build();
        List<LinkFault> faults = LinkCheck.of(folder);
        faults.forEach(lines::println);
        lines.println(pages + " pages, " + faults.size() + " broken links: " + folder.resolve("index.html"));
        return faults.isEmpty() ? 0 : 1;
    }

    /** A folder of our own, without what an earlier run left there. */
    private static Path emptied(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return folder;
    }
}
