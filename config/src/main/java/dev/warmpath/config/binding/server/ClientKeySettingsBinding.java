package dev.warmpath.config.binding.server;

import dev.warmpath.config.binding.files.FilePaths;
import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.keys.ClientKeyBinding;
import dev.warmpath.config.keys.KeysFile;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Kinds;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.config.settings.server.ClientKeySettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The keys of {@code server} that are about client keys. A file that is named must be good where paths are checked. */
final class ClientKeySettingsBinding {

    private static final String FILE = "keys_file";

    /** Each look reads the file. */
    private static final Kind<Duration> RELOAD = Kinds.duration(Duration.ofMillis(50), Duration.ofHours(1));

    private ClientKeySettingsBinding() {}

    /** @param directory what a relative path starts from */
    static ClientKeySettings bind(Section server, ClientKeySettings now, Path directory, PathCheck paths) {
        List<ClientKey> keys = new ClientKeyBinding(List.of()).keys(server, "keys", now.keys());
        FilePaths files = new FilePaths(directory);
        Path file = server.optional(FILE, files.kind(), now.keysFile());
        if (file != null && paths == PathCheck.MUST_EXIST) {
            check(server, files.shown(file), KeysFile.read(file, keys));
        }
        return new ClientKeySettings(keys, file, server.value("keys_reload", RELOAD, now.keysReload()));
    }

    private static void check(Section server, String file, KeysFile.Result result) {
        if (result instanceof KeysFile.Result.Refused refused) {
            for (ConfigProblem problem : refused.problems()) {
                server.refuse(
                        FILE,
                        "names " + file + ", which is not good: " + place(problem) + problem.message(),
                        problem.seen(),
                        problem.remedy());
            }
        }
    }

    private static String place(ConfigProblem problem) {
        String path = problem.path().isEmpty() ? "" : problem.path() + " ";
        String line = problem.origin().toString();
        return path + (line.isEmpty() ? "" : "(" + line + ") ");
    }
}
