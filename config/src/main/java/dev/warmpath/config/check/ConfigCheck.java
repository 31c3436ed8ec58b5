package dev.warmpath.config.check;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.document.FileAccess;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.load.SettingsPrinter;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.problem.Origin;
import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.tls.TlsFinding;
import dev.warmpath.config.tls.TlsFindings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** {@code warmpath config check FILE}: says whether a configuration can be started with, and if not, all that is wrong. */
public final class ConfigCheck {

    /** Exit status for a configuration that can be started with. */
    public static final int ACCEPTED = 0;

    /** Exit status for a configuration that cannot. */
    public static final int REFUSED = 1;

    private ConfigCheck() {}

    /**
     * What to print, and the exit status to end with.
     *
     * @param text the verdict: lines, each with its line break
     * @param inForce the configuration that would be in force, as YAML, or empty
     * @param status {@link #ACCEPTED} or {@link #REFUSED}
     */
    public record Outcome(String text, String inForce, int status) {}

    /**
     * Checks a file as {@code serve} would load it.
     *
     * @param print whether the configuration that is then in force is written out, secrets masked
     */
    public static Outcome check(
            Path file, Map<String, String> environment, List<String> sets, PathCheck paths, boolean print) {
        LoadResult result = ConfigLoader.load(file, environment, sets, paths);
        if (result instanceof LoadResult.Loaded loaded) {
            String text = file + ": " + summary(loaded.settings()) + "\n";
            for (ModelSettings model : loaded.settings().models()) {
                if (model.tokenizer() == null && !model.remoteTokenizer()) {
                    text += "note: model " + model.name()
                            + " has no tokenizer: its text prompts are routed by load alone;"
                            + " give it a tokenizer directory, or remote_tokenizer: true\n";
                }
            }
            if (paths == PathCheck.MUST_EXIST) {
                text += findings(loaded.settings());
            }
            return new Outcome(text, print ? SettingsPrinter.print(loaded.settings()) : "", ACCEPTED);
        }
        return new Outcome(describe(file, ((LoadResult.Refused) result).problems()), "", REFUSED);
    }

    private static String findings(WarmpathSettings settings) {
        StringBuilder text = new StringBuilder();
        for (TlsFinding finding : TlsFindings.of(settings, Instant.now())) {
            text.append("warning: ").append(finding.setting()).append(' ').append(finding.message());
            text.append("\n    remedy: ").append(finding.remedy()).append('\n');
        }
        Path keys = settings.server().keys().keysFile();
        if (keys != null && FileAccess.openToOthers(keys)) {
            text.append("warning: server.keys_file names a file that every user of this machine can read: ")
                    .append(keys)
                    .append("\n    remedy: chmod o-r it\n");
        }
        return text.toString();
    }

    /** The problems of a refused file as text, one paragraph each, with a count at the end. */
    public static String describe(Path file, List<ConfigProblem> problems) {
        StringBuilder text = new StringBuilder();
        for (ConfigProblem problem : problems) {
            text.append(file);
            if (problem.origin() instanceof Origin.Line line) {
                text.append(':').append(line.number());
            }
            text.append(": ").append(problem.path());
            if (!(problem.origin() instanceof Origin.Line)
                    && !problem.origin().toString().isEmpty()) {
                text.append(" (").append(problem.origin()).append(')');
            }
            text.append(problem.path().isEmpty() ? "" : " ")
                    .append(problem.message())
                    .append('\n');
            if (problem.seen() != null) {
                text.append("    seen:   ").append(problem.seen()).append('\n');
            }
            text.append("    remedy: ").append(problem.remedy()).append('\n');
        }
        int count = problems.size();
        return text.append(count)
                .append(count == 1 ? " problem\n" : " problems\n")
                .toString();
    }

    private static String summary(WarmpathSettings settings) {
        StringBuilder text =
                new StringBuilder("good, ").append(settings.models().size());
        text.append(settings.models().size() == 1 ? " model, " : " models, ");
        text.append(settings.workers().size()).append(settings.workers().size() == 1 ? " worker" : " workers");
        String separator = " (";
        for (Role role : Role.values()) {
            long count = settings.workers().stream()
                    .filter(worker -> worker.role() == role)
                    .count();
            if (count > 0) {
                text.append(separator).append(count).append(' ').append(role.key());
                separator = ", ";
            }
        }
        text.append(separator.equals(", ") ? ")" : "");
        int sources = settings.discovery().size();
        if (sources > 0) {
            text.append(", ")
                    .append(sources)
                    .append(sources == 1 ? " source" : " sources")
                    .append(" of more");
        }
        return text.toString();
    }
}
