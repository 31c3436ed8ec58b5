package dev.warmpath.it.docs.commands;

import dev.warmpath.it.docs.page.CodeBlock;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a block of a page is to the test that runs the page's commands:
 *
 * <pre>
 * ```sh                        is run, and ends with exit status 0
 * ```sh exits with 1           is run, and ends with this one
 * ```sh runs until Ctrl-C      is started, and runs until the page's end
 * ```sh not run: REASON        is not; the site shows the reason below the block
 * ```json prints               what the block before it prints, in this shape
 * ```yaml is warmpath.yaml     a file that the page's commands find
 * </pre>
 *
 * Anything else is there to be read.
 */
sealed interface Mark {

    /** Commands, and the exit status of the last of them. */
    record Runs(int status) implements Mark {}

    /** Commands of which the last goes on. */
    record RunsOn() implements Mark {}

    /** Commands for another machine than a build's. */
    record NotRun(String reason) implements Mark {}

    /** What commands have printed. */
    record Prints() implements Mark {}

    /** A file. */
    record IsFile(String name) implements Mark {}

    /** Nothing to be done. */
    record Shown() implements Mark {}

    /** Languages that would be a way around this. */
    Set<String> OTHER_SHELLS = Set.of("bash", "shell", "console", "zsh", "shell-session");

    Pattern NOT_RUN = Pattern.compile("not run: (\\S+ \\S+ .*)");
    Pattern EXITS = Pattern.compile("exits with ([0-9]{1,3})");
    Pattern IS_FILE = Pattern.compile("is ([a-z][a-z0-9.-]*)");
    Pattern COMMAND = Pattern.compile("(?m)^\\s*(?:\\$ )?(?:bin/[a-z-]+|warmpath|curl|docker|mvn|kubectl|helm) ");

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if it is none of these, or if commands hide in a block of another language
     */
    static Mark of(CodeBlock block) {
        String remark = block.remark();
        if (OTHER_SHELLS.contains(block.language())) {
            throw new IllegalArgumentException("commands are blocks of sh, not of " + block.language());
        }
        if (block.language().equals("sh")) {
            return ofCommands(remark);
        }
        if (block.language().equals("python")) {
            return notRun(remark);
        }
        if (remark.equals("prints")) {
            return new Prints();
        }
        Matcher file = IS_FILE.matcher(remark);
        if (file.matches()) {
            return new IsFile(file.group(1));
        }
        if (!remark.isEmpty()) {
            throw new IllegalArgumentException("says \"" + remark + "\", which means nothing");
        }
        if (block.language().equals("text") && COMMAND.matcher(block.text()).find()) {
            throw new IllegalArgumentException("holds commands and is no block of sh");
        }
        return new Shown();
    }

    private static Mark ofCommands(String remark) {
        Matcher exits = EXITS.matcher(remark);
        if (exits.matches()) {
            return new Runs(Integer.parseInt(exits.group(1)));
        }
        return switch (remark) {
            case "" -> new Runs(0);
            case "runs until Ctrl-C" -> new RunsOn();
            default -> notRun(remark);
        };
    }

    private static NotRun notRun(String remark) {
        Matcher reason = NOT_RUN.matcher(remark);
        if (!reason.matches()) {
            throw new IllegalArgumentException(
                    "says \"" + remark + "\": write \"not run: \" and why, in three words at least");
        }
        return new NotRun(reason.group(1));
    }
}
