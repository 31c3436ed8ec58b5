package dev.warmpath.it.docs.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.it.docs.page.Checkout;
import dev.warmpath.it.docs.page.CodeBlock;
import dev.warmpath.it.docs.page.MarkdownPage;
import dev.warmpath.router.cli.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Blocks say what they are, and every {@code warmpath} that a page writes down, run or not, is a command with its options. */
class CommandLinesTest {

    private static final Pattern WARMPATH = Pattern.compile("(?:^\\s*|bin/|\\$\\(|[|] )warmpath ([^|;&)\\n#>]*)");

    private static final CommandLine WARMPATH_ITSELF = Main.commandLine();

    /** What the launcher does itself. */
    private static final Set<String> LAUNCHER = Set.of("image", "--install");

    @Test
    void everyBlockSaysWhatItIsAndExamplesFollowWhatPrintsThem() throws IOException {
        Checkout checkout = Checkout.around(Path.of(""));
        List<String> wrong = new ArrayList<>();
        for (MarkdownPage page : checkout.pages()) {
            Mark before = new Mark.Shown();
            for (CodeBlock block : page.blocks()) {
                String place = checkout.nameOf(page) + ":" + block.line() + " ";
                try {
                    Mark mark = Mark.of(block);
                    if (mark instanceof Mark.Prints
                            && !(before instanceof Mark.Runs || before instanceof Mark.RunsOn)) {
                        wrong.add(place + "follows no block that is run");
                    }
                    before = mark;
                } catch (IllegalArgumentException meaningless) {
                    wrong.add(place + meaningless.getMessage());
                }
            }
        }

        assertThat(wrong).isEmpty();
    }

    @Test
    void everyCommandThatAPageNamesExistsWithItsOptions() throws IOException {
        Checkout checkout = Checkout.around(Path.of(""));
        List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (MarkdownPage page : checkout.pages()) {
            for (String line : lines(page)) {
                Matcher command = WARMPATH.matcher(line);
                while (command.find()) {
                    seen++;
                    String fault = fault(command.group(1));
                    if (!fault.isEmpty()) {
                        wrong.add(checkout.nameOf(page) + ": " + line + ": " + fault);
                    }
                }
            }
        }

        assertThat(seen).isGreaterThan(60);
        assertThat(wrong).isEmpty();
    }

    private static List<String> lines(MarkdownPage page) {
        List<String> lines = new ArrayList<>(page.inlineCode());
        page.blocks().stream()
                .filter(block -> block.language().equals("sh"))
                .flatMap(block -> block.text().replace("\\\n", " ").lines())
                .forEach(lines::add);
        return lines;
    }

    /** Words that are placeholders ({@code FILE}, {@code [--seed N]}) are passed over. */
    private static String fault(String written) {
        CommandLine command = WARMPATH_ITSELF;
        for (String word : written.replaceAll("[\\[\\]]", " ").strip().split("\\s+", -1)) {
            String name = word.split("=", 2)[0];
            if (command.getParent() == null && LAUNCHER.contains(name)) {
                if (name.equals("image")) {
                    return "";
                }
            } else if (name.startsWith("-") && name.length() > 1) {
                if (command.getCommandSpec().findOption(name) == null) {
                    return "no option " + name + " of "
                            + command.getCommandSpec().qualifiedName();
                }
            } else if (command.getSubcommands().containsKey(word)) {
                command = command.getSubcommands().get(word);
            } else if (command.getParent() == null && word.matches("[a-z][a-z-]*")) {
                return "no command " + word;
            }
        }
        return "";
    }
}
