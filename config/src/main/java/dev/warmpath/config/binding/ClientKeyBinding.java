package dev.warmpath.config.binding;

import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.ClientKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The list {@code server.keys}. */
final class ClientKeyBinding {

    private final Set<String> names = new HashSet<>();

    private ClientKeyBinding() {}

    static List<ClientKey> keys(Section server, List<ClientKey> now) {
        return server.sections("keys", now, new ClientKeyBinding()::bind);
    }

    private @Nullable ClientKey bind(Section section, @Nullable ClientKey now) {
        String name = section.required("name", CredentialKinds.NAME, now == null ? null : now.name());
        String digest = section.required("sha256", CredentialKinds.DIGEST, now == null ? null : now.sha256());
        if (name == null || digest == null) {
            return null;
        }
        if (!names.add(name)) {
            section.refuse("name", "is given to more than one key", name, "Give each key a name of its own");
        }
        return new ClientKey(name, digest);
    }
}
