package dev.warmpath.config.load;

import dev.warmpath.config.binding.SettingsBinding;
import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.section.Sections;
import dev.warmpath.config.settings.WarmpathSettings;
import java.nio.file.Path;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/**
 * Writes settings as the configuration that gives them: every key, what was left out with its default, secrets as
 * {@code ***}.
 */
public final class SettingsPrinter {

    private SettingsPrinter() {}

    /** As YAML that the loader reads back to equal settings, once secrets are put in place of their masks. */
    public static String print(WarmpathSettings settings) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setSplitLines(false);
        return new Yaml(options).dump(tree(settings));
    }

    /** The same as maps, lists, strings, numbers and booleans, in the order of the sections; for JSON. */
    public static Map<String, Object> tree(WarmpathSettings settings) {
        return Sections.print(section -> SettingsBinding.bind(section, settings, Path.of(""), PathCheck.NOT_CHECKED));
    }
}
