package dev.warmpath.it.selfcheck;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.check.ConfigCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.WarmpathSettings;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Loads the example configuration, which has every key. */
final class ExampleAbility implements Ability {

    private static final String EXAMPLE = "/dev/warmpath/config/warmpath.example.yaml";

    @Override
    public String show() throws IOException {
        try (InputStream in = ConfigLoader.class.getResourceAsStream(EXAMPLE)) {
            if (in == null) {
                throw new FileNotFoundException("the jar lacks " + EXAMPLE);
            }
            String yaml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            WarmpathSettings settings =
                    loaded(ConfigLoader.loadText(yaml, Path.of("/"), Map.of(), List.of(), PathCheck.NOT_CHECKED));
            return settings.workers().size() + " workers, " + settings.models().size() + " models";
        }
    }

    /** The settings, or all that is wrong as the failure. */
    static WarmpathSettings loaded(LoadResult result) {
        if (result instanceof LoadResult.Loaded good) {
            return good.settings();
        }
        throw new IllegalStateException(
                ConfigCheck.describe(Path.of("the configuration"), ((LoadResult.Refused) result).problems()));
    }
}
