package dev.warmpath.config.binding;

import dev.warmpath.config.section.Kinds;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.ClientKey;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The list {@code server.keys}. */
final class ClientKeyBinding {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-fA-F]{64}");

    private final Set<String> names = new HashSet<>();

    private ClientKeyBinding() {}

    static List<ClientKey> keys(Section server, List<ClientKey> now) {
        return server.sections("keys", now, new ClientKeyBinding()::bind);
    }

    private @Nullable ClientKey bind(Section section, @Nullable ClientKey now) {
        String name = section.required("name", Kinds.text(), now == null ? null : now.name());
        String digest = section.required("sha256", Kinds.secret(), now == null ? null : now.sha256());
        if (name == null || digest == null) {
            return null;
        }
        if (!names.add(name)) {
            section.refuse("name", "is given to more than one key", name, "Give each key a name of its own");
        }
        if (!DIGEST.matcher(digest).matches()) {
            // Not shown: it may be the key itself.
            section.refuse(
                    "sha256",
                    "is not a SHA-256 of 64 hexadecimal digits",
                    null,
                    "Write what this prints, not the key: printf %s \"$KEY\" | sha256sum");
        }
        return new ClientKey(name, digest.toLowerCase(Locale.ROOT));
    }
}
