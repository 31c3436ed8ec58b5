package dev.warmpath.it.docs.reference;

import java.nio.file.Path;

/** A page that is written by what it describes. */
public enum ReferencePage {
    CONFIGURATION("docs/configuration-reference.md"),
    API("docs/api-reference.md");

    static final String NOTE =
            "<!-- Written by `bin/warmpath docs --reference`; what is changed by hand is lost. -->\n\n";

    private final String path;

    ReferencePage(String path) {
        this.path = path;
    }

    /** Where it lies in a checkout. */
    public Path in(Path root) {
        return root.resolve(path);
    }

    /** What has to stand there. */
    public String markdown() {
        return switch (this) {
            case CONFIGURATION -> ConfigurationReference.markdown();
            case API -> ApiReference.markdown();
        };
    }
}
